import { Ai4jError } from '@ai4j/agent';
import { transcriptFormats } from './transcript.ts';

export type TranscriptErrorCode =
  | 'empty'
  | 'binary'
  | 'utf16'
  | 'truncated_json'
  | 'unknown_format'
  | 'line_too_long'
  | 'document_too_large'
  | 'no_readable_record';

/** The input holds no session that can be read; the message is one sentence: what it is, and what is supported. */
export class TranscriptError extends Ai4jError<TranscriptErrorCode> {
  /** @param finding what the input is, to follow its name: `is empty`, `is UTF-16 text` */
  constructor(
    code: TranscriptErrorCode,
    finding: string,
    options?: { readonly name?: string | undefined; readonly cause?: unknown },
  ) {
    super(
      'TranscriptError',
      code,
      `${options?.name ?? 'The input'} ${finding}; supported are UTF-8 recordings of ${transcriptFormats.join(', ')}.`,
      options?.cause === undefined ? undefined : { cause: options.cause },
    );
  }
  static override isInstance(value: unknown): value is TranscriptError {
    return Ai4jError.isInstance(value) && value.name === 'TranscriptError';
  }
}
