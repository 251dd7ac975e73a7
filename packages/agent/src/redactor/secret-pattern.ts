/** A shape that gives a secret away. */
export interface SecretPattern {
  /** Stands in its place: `[redacted:name]`. */
  readonly name: string;
  /**
   * What to take out. A group named `before` is kept, as the words that tell a secret by what it follows.
   * It should end where a run of letters and digits ends, so that what is left over reads the same again.
   */
  readonly pattern: RegExp;
  /** Whether a match without its `before` is a secret indeed. Default: it is. */
  readonly accepts?: ((match: string) => boolean) | undefined;
}
