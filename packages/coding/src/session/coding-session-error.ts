import { Ai4jError } from '@ai4j/agent';

export type CodingSessionErrorCode = 'workspace_mismatch';

/** A coding session cannot do this; nothing was changed. */
export class CodingSessionError extends Ai4jError<CodingSessionErrorCode> {
  constructor(code: CodingSessionErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super('CodingSessionError', code, message, options);
  }
  static override isInstance(value: unknown): value is CodingSessionError {
    return Ai4jError.isInstance(value) && value.name === 'CodingSessionError';
  }
}
