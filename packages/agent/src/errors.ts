/** Names the kind of failure across duplicate copies of the package, where `instanceof` fails. */
const MARKER = Symbol.for('ai4j.error');

/** The base of every error this library throws: `code` says why, `cause` keeps what lies below. */
export abstract class Ai4jError<Code extends string = string> extends Error {
  readonly code: Code;
  readonly [MARKER]: string;

  protected constructor(kind: string, code: Code, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = kind;
    this.code = code;
    this[MARKER] = kind;
  }

  /** True for an Ai4jError of any copy of this package. */
  static isInstance(value: unknown): value is Ai4jError {
    return kindOf(value) !== undefined;
  }
}

function kindOf(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null ? (value as { [MARKER]?: string })[MARKER] : undefined;
}

/** What an error says, for a model or a person to read; anything may be thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}

export type ConfigErrorCode = 'invalid_option' | 'missing_option';

/** The caller passed something that can never work; the message names the option and what it may be. */
export class ConfigError extends Ai4jError<ConfigErrorCode> {
  constructor(code: ConfigErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super('ConfigError', code, message, options);
  }
  static override isInstance(value: unknown): value is ConfigError {
    return kindOf(value) === 'ConfigError';
  }
}

export type ModelErrorCode =
  | 'context_overflow'
  | 'payload_too_large'
  | 'rate_limited'
  | 'quota'
  | 'auth'
  | 'model_not_found'
  | 'refusal'
  | 'network'
  | 'aborted'
  | 'failed';

/** A model call failed; adapters classify the provider's wording, nobody else reads it. */
export class ModelError extends Ai4jError<ModelErrorCode> {
  /** How long the provider asks to wait, in Ms. */
  readonly retryAfterMs: number | undefined;

  constructor(
    code: ModelErrorCode,
    message: string,
    options?: { readonly cause?: unknown; readonly retryAfterMs?: number | undefined },
  ) {
    super('ModelError', code, message, options);
    this.retryAfterMs = options?.retryAfterMs;
  }
  static override isInstance(value: unknown): value is ModelError {
    return kindOf(value) === 'ModelError';
  }
}

export type CompactErrorCode = 'failed' | 'aborted' | 'stale' | 'nothing_to_undo';

/** A compaction could not be done; memory is as it was before it. */
export class CompactError extends Ai4jError<CompactErrorCode> {
  constructor(code: CompactErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super('CompactError', code, message, options);
  }
  static override isInstance(value: unknown): value is CompactError {
    return kindOf(value) === 'CompactError';
  }
}

export type SessionStoreErrorCode = 'not_found' | 'unreadable' | 'write_failed' | 'invalid_id' | 'closed';

/** A log, store or blob could not be read or written; nothing half was kept. */
export class SessionStoreError extends Ai4jError<SessionStoreErrorCode> {
  constructor(code: SessionStoreErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super('SessionStoreError', code, message, options);
  }
  static override isInstance(value: unknown): value is SessionStoreError {
    return kindOf(value) === 'SessionStoreError';
  }
}

/** Another writer appended first: nothing was written, read up to `actual` and try again. */
export class SessionConflictError extends Ai4jError<'version_conflict'> {
  readonly expected: number;
  readonly actual: number;

  constructor(expected: number, actual: number) {
    super(
      'SessionConflictError',
      'version_conflict',
      `The log is at version ${actual}, not at the expected ${expected}: another writer appended first. Read on from ${expected + 1} and append again.`,
    );
    this.expected = expected;
    this.actual = actual;
  }
  static override isInstance(value: unknown): value is SessionConflictError {
    return kindOf(value) === 'SessionConflictError';
  }
}

/** Persisted data is of a schema version that this release cannot read; the data is left untouched. */
export class SnapshotVersionError extends Ai4jError<'unsupported_version'> {
  readonly found: unknown;
  readonly supported: number;

  constructor(what: string, found: unknown, supported: number) {
    super(
      'SnapshotVersionError',
      'unsupported_version',
      `${what} has schemaVersion ${String(found)}; this release reads up to ${supported}. Upgrade @ai4j/agent to read it.`,
    );
    this.found = found;
    this.supported = supported;
  }
  static override isInstance(value: unknown): value is SnapshotVersionError {
    return kindOf(value) === 'SnapshotVersionError';
  }
}

export type AgentSessionErrorCode = 'busy' | 'closed';

/** The session cannot take this now: it is at work and was asked not to queue, or it was closed. */
export class AgentSessionError extends Ai4jError<AgentSessionErrorCode> {
  constructor(code: AgentSessionErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super('AgentSessionError', code, message, options);
  }
  static override isInstance(value: unknown): value is AgentSessionError {
    return kindOf(value) === 'AgentSessionError';
  }
}
