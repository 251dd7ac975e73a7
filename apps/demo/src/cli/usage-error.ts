/** The user can mend this: its message is one sentence for stderr, without a stack, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
