// The surface of @ai4j/agent/node: what needs files or processes.

export { type FileBlobStoreOptions, fileBlobStore } from './file-blob-store.ts';
export type {
  FsyncPolicy,
  JsonlSessionEventLog,
} from './jsonl-session-event-log.ts';
export {
  type JsonlSessionEventLogOptions,
  openJsonlSessionEventLog,
  type SessionLogLocation,
} from './open-jsonl-session-event-log.ts';
export type { OpenFile } from './session-log-file.ts';
export type { BadLine, SessionLogReport, TornLine } from './session-log-report.ts';
