/** The agent's instructions, then what a runtime adds: what was there stays a prefix. */
export function joinedInstructions(own: string | undefined, added: string): string {
  return own ? `${own}\n\n${added}` : added;
}
