/** What an error says, for a model or a person to read; anything may be thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
