import { Ai4jError, errorText, SessionStoreError, type SessionStoreErrorCode } from '../errors.ts';

/** What the system says of a failed call, where it is such an error: `ENOENT`, `ENOSPC`, … */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Runs file work; what it throws that is not typed yet becomes a SessionStoreError that says what failed. */
export async function asStoreError<T>(
  code: SessionStoreErrorCode,
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (Ai4jError.isInstance(cause)) throw cause;
    throw new SessionStoreError(code, `${what}: ${errorText(cause)}`, {
      cause,
    });
  }
}
