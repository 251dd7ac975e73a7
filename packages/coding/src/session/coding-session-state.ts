import {
  ConfigError,
  type MemoryItem,
  memorySnapshotSchema,
  repairPairs,
  SnapshotVersionError,
  sessionEventSchema,
} from '@ai4j/agent';
import { z } from 'zod/v4';
import { closedBreaker } from '../compact/auto-compact-breaker.ts';
import { codingFactsSchema } from './coding-log-record.ts';

/** The version of exported states that this release writes. */
export const CODING_SESSION_STATE_SCHEMA_VERSION = 1;

/**
 * A coding session as plain data, to go on from: its working memory, what it knows besides, and where its
 * log is. The history itself is in the log, or in `history` where it was asked for.
 */
export const codingSessionStateSchema = z
  .object({
    schemaVersion: z.literal(CODING_SESSION_STATE_SCHEMA_VERSION),
    sessionId: z.string().min(1),
    workspaceRoot: z.string(),
    /** The log that this is the fold of, and up to where. */
    log: z.object({ sessionId: z.string().min(1), seq: z.number().int().nonnegative() }).readonly(),
    memory: memorySnapshotSchema,
    ...codingFactsSchema.def.innerType.partial({ breaker: true }).shape,
    history: z.array(sessionEventSchema).readonly().optional(),
  })
  .readonly();
export type CodingSessionState = z.infer<typeof codingSessionStateSchema>;

/** What a restore did. */
export interface CodingRestoreReport {
  /** `log`: the history is there, too. `state`: only what the state has; what came before is not to be recalled. */
  readonly source: 'log' | 'state';
  /** One sentence for everything that was mended; empty when nothing had to be. */
  readonly repairs: readonly string[];
}

/** A state that can be used, and what had to be mended for that. */
export interface ReadableState {
  readonly state: CodingSessionState;
  readonly repairs: readonly string[];
}

/**
 * Reads a state that was stored or sent. Fields it does not know are left out; a memory without items is
 * an empty one; calls and outputs are paired as a request needs them.
 * @throws SnapshotVersionError when a later release wrote it; ConfigError when it is no state
 */
export function readCodingSessionState(value: unknown): ReadableState {
  const found = fieldOf(value, 'schemaVersion');
  if (typeof found === 'number' && found > CODING_SESSION_STATE_SCHEMA_VERSION)
    throw new SnapshotVersionError('The coding session state', found, CODING_SESSION_STATE_SCHEMA_VERSION);
  const hasItems = Array.isArray(fieldOf(fieldOf(value, 'memory'), 'items'));
  const candidate = hasItems ? value : withoutItems(value);
  const parsed = codingSessionStateSchema.safeParse(candidate);
  if (!parsed.success)
    throw new ConfigError('invalid_option', `Not a coding session state: ${z.prettifyError(parsed.error)}`);
  const { memory } = parsed.data;
  const paired = repairPairs(memory.items);
  return {
    state: {
      ...parsed.data,
      breaker: parsed.data.breaker ?? closedBreaker,
      memory: { ...memory, items: paired.items as readonly MemoryItem[] },
    },
    repairs: [...(hasItems ? [] : ['the state had no memory items; memory is empty']), ...paired.notes],
  };
}

function withoutItems(value: unknown): unknown {
  const memory = fieldOf(value, 'memory');
  const base = typeof memory === 'object' && memory !== null ? memory : {};
  return typeof value === 'object' && value !== null ? { ...value, memory: { ...base, items: [] } } : value;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
