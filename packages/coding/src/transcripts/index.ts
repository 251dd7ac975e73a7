// The surface of @ai4j/coding/transcripts: recorded sessions of other agents, read as items.
export type { TranscriptSource } from './byte-source.ts';
export { type ReadTranscriptOptions, readTranscript } from './read-transcript.ts';
export { CLEARED_RESULT, type RecordedPrompt, recordedPrompts } from './recorded-prompts.ts';
export {
  type Transcript,
  type TranscriptCompaction,
  type TranscriptEntry,
  type TranscriptFormat,
  type TranscriptProblem,
  type TranscriptSession,
  type TranscriptUsage,
  transcriptFormats,
} from './transcript.ts';
export { TranscriptError, type TranscriptErrorCode } from './transcript-error.ts';
