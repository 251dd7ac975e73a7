/** An event that says nothing to the library. */
export function note(data: unknown) {
  return { type: 'extension', namespace: 'test', kind: 'note', data } as const;
}
