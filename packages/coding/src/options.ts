import { ConfigError, type Tool } from '@ai4j/agent';
import { z } from 'zod/v4';

const count = z.number().int().nonnegative();
const positive = z.number().int().positive();

/**
 * Everything that can be tuned about a coding session. Every knob has a default, so `{}` is a whole set of options.
 * Tokens are counted by the session's counter, Chars are UTF-16 units, Ms are milliseconds.
 */
export const codingAgentOptionsSchema = z
  .strictObject({
    // tools

    /** Whether sessions get the eight built-in tools (bash, read, write, …). */
    includeBuiltInTools: z.boolean().default(true),
    /** Whether the system prompt begins with what the workspace is and how to work in it. */
    prependWorkspaceInstructions: z.boolean().default(true),
    /** Folders that a file list descends into; 0 = the folder itself. */
    defaultFileListMaxDepth: count.default(4),
    /** Entries a file list names. */
    defaultFileListMaxEntries: positive.default(200),
    /** Chars that `read_file` returns unless the call asks for another number: about 3,000 Tokens. */
    defaultReadMaxChars: positive.default(12_000),
    /** Ms a foreground command may run unless the call says otherwise: longer ones belong in the background. */
    defaultCommandTimeoutMs: positive.default(30_000),
    /** Chars of a process log that one read returns: about 3,000 Tokens. */
    defaultBashLogChars: positive.default(12_000),
    /** Chars of output kept for each background process; the oldest go first. */
    maxProcessOutputChars: positive.default(120_000),
    /** Ms a stopped process gets to end by itself before it is killed; 0 = killed at once. */
    processStopGraceMs: count.default(1_000),
    /** Wraps each built-in tool, to ask for approval or to route it elsewhere. Not persisted. */
    toolExecutorDecorator: z
      .custom<(toolName: string, tool: Tool) => Tool>((value) => typeof value === 'function', {
        error: 'it is a function (toolName, tool) => tool',
      })
      .optional(),

    // compaction

    /** Whether sessions compact by themselves: after a turn, before a model call, and on overflow. Off is off everywhere. */
    autoCompactEnabled: z.boolean().default(true),
    /** Tokens of the model's context window that may be used. */
    compactContextWindowTokens: positive.default(128_000),
    /** Tokens kept free for the model's answer. Default: min(16384, window / 4). A request may hold window − reserve. */
    compactReserveTokens: count.optional(),
    /**
     * Tokens of recent history that a compaction keeps word for word; 0 = only what must stay. Default: min(20000,
     * window / 4), less where the reserve leaves no room.
     */
    compactKeepRecentTokens: count.optional(),
    /** Tokens of one checkpoint answer. The reference's 400 cut real checkpoints in half; 4,000 holds the largest we recorded. */
    compactSummaryMaxOutputTokens: positive.default(4_000),
    /** Ms a summariser may take; one that hangs is a failed one. */
    compactSummaryTimeoutMs: positive.default(120_000),
    /** Who writes checkpoints: the session's model, or mechanical facts alone (no model call, the same text every time). */
    compactSummarizer: z.enum(['model', 'deterministic']).default('model'),
    /** Share of (window − reserve) that a compaction aims at, so that the next one is not due at once. */
    compactAimShare: z.number().gt(0).max(1).default(0.6),
    /** Share of the Tokens before that an automatic compaction must free to be worth its cost; 0 = any gain counts. */
    minimumGain: z.number().min(0).lt(1).default(0.1),
    /** Whether old, large tool results are shortened before anything is summarised. */
    toolResultMicroCompactEnabled: z.boolean().default(true),
    /** The newest tool results that are never shortened; 0 = every one may be. */
    toolResultMicroCompactKeepRecent: count.default(3),
    /** Tokens a tool result must exceed to be shortened: below it the placeholder saves too little. */
    toolResultMicroCompactMaxTokens: positive.default(1_200),
    /** Tools whose results are never shortened, by exact name: memory tools, for example. */
    toolResultMicroCompactExemptTools: z.array(z.string()).readonly().default([]),
    /** Automatic compactions that may fail in a row before they pause; 0 = the breaker is off and each turn tries again. */
    autoCompactMaxConsecutiveFailures: count.default(3),

    // outer loop

    /** Whether the loop goes on by itself when a turn ends with work left. */
    autoContinueEnabled: z.boolean().default(true),
    /** Turns the loop may add to one task by itself; 0 = no limit of their own, `maxTotalTurns` still holds. */
    maxAutoFollowUps: count.default(2),
    /** Turns of one task, the user's own included; 0 = no limit. */
    maxTotalTurns: count.default(6),
    /** Whether a task goes on by itself after a compaction. */
    continueAfterCompact: z.boolean().default(true),
    /** Whether a rejected approval ends the task. */
    stopOnApprovalBlock: z.boolean().default(true),
    /** Whether a question to the user ends the task. */
    stopOnExplicitQuestion: z.boolean().default(true),
  })
  .readonly();

/** What a caller sets; everything is optional. */
export type CodingAgentOptions = z.input<typeof codingAgentOptionsSchema>;

/** Every knob with its value, and the budgets that follow from them. */
export type ResolvedCodingAgentOptions = z.output<typeof codingAgentOptionsSchema> & {
  readonly compactReserveTokens: number;
  readonly compactKeepRecentTokens: number;
  /** Window − reserve: no request exceeds it, and more than it triggers a compaction. */
  readonly compactTargetTokens: number;
  /** What a compaction aims at. */
  readonly compactAimTokens: number;
};

const MAX_DEFAULT_RESERVE_TOKENS = 16_384;
const MAX_DEFAULT_KEEP_RECENT_TOKENS = 20_000;
/** Small windows give a quarter to each, so that half of them stays for everything else. */
const DEFAULT_WINDOW_SHARE = 1 / 4;

/**
 * Checks the options and fills in what is not set.
 * @throws ConfigError naming the knob, its value, and what it may be
 */
export function resolveCodingAgentOptions(options: CodingAgentOptions = {}): ResolvedCodingAgentOptions {
  const parsed = codingAgentOptionsSchema.safeParse(options);
  if (!parsed.success) throw new ConfigError('invalid_option', describe(parsed.error.issues, options));
  const { compactContextWindowTokens: window, compactAimShare } = parsed.data;
  const quarter = Math.floor(window * DEFAULT_WINDOW_SHARE);
  const reserve = parsed.data.compactReserveTokens ?? Math.min(MAX_DEFAULT_RESERVE_TOKENS, quarter);
  const keepRecent =
    parsed.data.compactKeepRecentTokens ??
    Math.min(MAX_DEFAULT_KEEP_RECENT_TOKENS, quarter, Math.max(0, Math.floor((window - reserve) / 2)));
  if (reserve + keepRecent >= window) {
    throw new ConfigError(
      'invalid_option',
      `compactReserveTokens ${reserve} and compactKeepRecentTokens ${keepRecent} leave nothing of ` +
        `compactContextWindowTokens ${window}; together they must be less than it.`,
    );
  }
  const target = window - reserve;
  return {
    ...parsed.data,
    compactReserveTokens: reserve,
    compactKeepRecentTokens: keepRecent,
    compactTargetTokens: target,
    compactAimTokens: Math.floor(target * compactAimShare),
  };
}

function describe(issues: readonly z.core.$ZodIssue[], options: unknown): string {
  return issues.map((issue) => describeIssue(issue, options)).join(' ');
}

function describeIssue(issue: z.core.$ZodIssue, options: unknown): string {
  if (issue.code === 'unrecognized_keys') {
    return `CodingAgentOptions has no ${issue.keys.join(', ')}; it has ${knobs.join(', ')}.`;
  }
  const [knob] = issue.path;
  if (knob === undefined) return `CodingAgentOptions is ${shown(options)}; it is an object.`;
  return `${String(knob)} is ${shown(valueAt(options, knob))}: ${issue.message}.`;
}

const knobs = Object.keys(codingAgentOptionsSchema.def.innerType.shape);

function valueAt(options: unknown, knob: PropertyKey): unknown {
  return (options as Readonly<Record<PropertyKey, unknown>>)[knob];
}

function shown(value: unknown): string {
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
}
