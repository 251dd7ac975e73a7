import { SessionStoreError } from '../errors.ts';

const SAFE_ID = /^[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,126}[A-Za-z0-9_-])?$/;
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Whether `safeSessionId` takes it. */
export function isSafeSessionId(sessionId: string): boolean {
  return SAFE_ID.test(sessionId) && !WINDOWS_DEVICE.test(sessionId);
}

/**
 * The id again, when it can be a file name anywhere and cannot leave its folder: 1 to 128 letters, digits, `_`, `-`, `.`.
 * @throws SessionStoreError `invalid_id`
 */
export function safeSessionId(sessionId: string): string {
  if (isSafeSessionId(sessionId)) return sessionId;
  throw new SessionStoreError(
    'invalid_id',
    `"${sessionId.slice(0, 200)}" is no session id: 1 to 128 letters, digits, "_", "-" or "." are, without a dot at either end.`,
  );
}

/** The name of a session's log in its folder. */
export function sessionLogFileName(sessionId: string): string {
  return `${safeSessionId(sessionId)}.jsonl`;
}
