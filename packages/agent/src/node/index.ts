// The surface of @ai4j/agent/node: what needs files or processes.

export {
  type ChildProcessCodeExecutorOptions,
  childProcessCodeExecutor,
} from './child-process-code-executor.ts';
export { type Containment, findContainment } from './containment.ts';
export { type FileBlobStoreOptions, fileBlobStore } from './file-blob-store.ts';
export { type FileSessionStoreOptions, fileSessionStore } from './file-session-store.ts';
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
