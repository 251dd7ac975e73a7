import type { AgentItem, MemoryItem } from '../items/agent-item.ts';
import type { TokenUsage } from '../tokens/token-usage.ts';

/** A tool as the model is told of it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments, an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export type ToolChoice = 'auto' | 'none' | 'required' | { readonly name: string };

/** One model call: everything the model is to see. */
export interface ModelRequest {
  /** The system prompt; stays the same from step to step so that caches hold. */
  readonly instructions?: string | undefined;
  /** Legal for every provider; a summary, if any, stands first. */
  readonly items: readonly AgentItem[];
  readonly tools?: readonly ToolDefinition[] | undefined;
  readonly toolChoice?: ToolChoice | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Passed to the provider as it is, by provider name. */
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
}

/** Why the model stopped. `length`: it was cut off by a limit; `refusal`: it declined, or a filter did. */
export type FinishReason = 'stop' | 'tool-calls' | 'length' | 'refusal' | 'error' | 'other';

/** One model response: assistant-side items that share one `responseId`. */
export interface ModelResponse {
  readonly items: readonly MemoryItem[];
  readonly finishReason: FinishReason;
  /** Undefined when the provider reported none. */
  readonly usage?: TokenUsage | undefined;
  /** The model that answered, where it says so. */
  readonly model?: string | undefined;
}

export type ModelStreamPart =
  | { readonly type: 'text-delta'; readonly delta: string }
  | { readonly type: 'reasoning-delta'; readonly delta: string }
  | { readonly type: 'call-start'; readonly callId: string; readonly name: string }
  | { readonly type: 'call-delta'; readonly callId: string; readonly delta: string }
  | { readonly type: 'retry'; readonly attempt: number; readonly delayMs: number; readonly reason: string }
  /** Exactly once, last: the whole response, of which the deltas were a preview. */
  | { readonly type: 'finish'; readonly response: ModelResponse };

/** A model behind any provider. */
export interface ModelClient {
  /** The model's name as its provider writes it. */
  readonly model: string;
  /**
   * Calls the model. Yields deltas where the provider streams, and the response last.
   * @throws ModelError while iterating; no item of a failed call counts
   */
  stream(request: ModelRequest): AsyncIterable<ModelStreamPart>;
}
