import type { MemoryItem, TokenUsage } from '@ai4j/agent';

export const transcriptFormats = [
  'claude-code',
  'codex',
  'pi',
  'gemini-cli',
  'gemini-contents',
  'swe-agent',
  'mini-swe-agent',
  'openhands',
  'cline',
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'ai-sdk-ui',
  'ai-sdk-model',
  'ai4j',
] as const;
export type TranscriptFormat = (typeof transcriptFormats)[number];

/** Items, real usage and recorded compactions in the order in which they happened. */
export type TranscriptEntry =
  | { readonly type: 'item'; readonly item: MemoryItem; readonly line?: number }
  | TranscriptUsage
  | TranscriptCompaction;

/** What the provider billed for the response `responseId`; comes right after the items of that response. */
export interface TranscriptUsage {
  readonly type: 'usage';
  readonly responseId: string;
  readonly usage: TokenUsage;
  readonly model?: string;
  /** False where the recording holds a streaming placeholder for the output side. The prompt side is always real. */
  readonly outputReliable: boolean;
  readonly line?: number;
}

/** What the recorded agent did to its own context: our replay decides for itself, and may use the summary's text. */
export interface TranscriptCompaction {
  readonly type: 'compaction';
  /** `summary`: all before it left the prompt but for what is kept; `clearing`: old tool results lost their text. */
  readonly kind: 'summary' | 'clearing';
  readonly trigger?: 'auto' | 'manual';
  /** The text that replaced the history, where the recording has it in the clear. */
  readonly summary?: string;
  /** Items that stayed in the recorded prompt after a `summary`, in order; absent: none. */
  readonly keptItemIds?: readonly string[];
  /** Calls whose results were emptied by a `clearing`. */
  readonly clearedCallIds?: readonly string[];
  readonly tokensBefore?: number;
  readonly tokensAfter?: number;
  readonly line?: number;
}

export interface TranscriptSession {
  /** Unique within the file. */
  readonly id: string;
  /** A subagent's session is kept apart from the one that started it. */
  readonly kind: 'main' | 'sidechain';
  readonly model?: string;
  /** Where the recording has it. When `hiddenPrefix` is true the real prompt held a system prompt or tool schemas that the file lacks. */
  readonly systemPrompt?: string;
  readonly hiddenPrefix: boolean;
  readonly entries: readonly TranscriptEntry[];
}

/** A record that could not be used; the ones around it were. */
export interface TranscriptProblem {
  /** 1-based line of a JSONL file; absent for whole documents. */
  readonly line?: number;
  readonly reason: string;
}

export interface Transcript {
  readonly format: TranscriptFormat;
  readonly sessions: readonly TranscriptSession[];
  readonly problems: readonly TranscriptProblem[];
  /** Records of kinds that carry nothing for a prompt, or that we do not know, by kind. */
  readonly ignored: Readonly<Record<string, number>>;
}
