// The surface of @ai4j/coding/transcripts: recorded sessions of other agents, read as items.
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
