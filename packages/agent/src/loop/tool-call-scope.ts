import type { BlobStore } from '../log/blob-store.ts';
import type { ToolSet } from '../model/tool.ts';
import type { AgentHappening } from './agent-event.ts';
import type { AgentHooks } from './agent-hooks.ts';

/** What carrying out tool calls takes. */
export interface ToolCallScope {
  readonly tools: ToolSet;
  readonly hooks: AgentHooks;
  readonly signal: AbortSignal;
  /** Takes the whole of outputs that are cut. */
  readonly blobs: BlobStore;
  readonly execution: 'parallel' | 'serial';
  newId(): string;
  emit(event: AgentHappening): void;
}
