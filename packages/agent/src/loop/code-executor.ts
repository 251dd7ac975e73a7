/** A function that code may call: one input, a JSON value back. What it throws, the code can catch. */
export type CodeFunction = (input: unknown) => Promise<unknown>;

export interface CodeRequest {
  readonly code: string;
  /** What the code finds as `tools`, by name. */
  readonly tools?: Readonly<Record<string, CodeFunction>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How code ended. */
export type CodeEnd =
  /** It ran to its end; it may have no result. */
  | 'completed'
  /** It threw, could not be parsed, or its process ended. */
  | 'failed'
  /** A limit of the executor ended it. */
  | 'timeout'
  | 'out-of-memory'
  /** The signal ended it. */
  | 'aborted';

export interface CodeResult {
  readonly end: CodeEnd;
  /** What the code returned, as JSON; undefined when it returned nothing. */
  readonly result?: string | undefined;
  /** What it printed, head and tail where that was too much. */
  readonly output: string;
  /** What went wrong, unless it is `completed`. */
  readonly error?: string | undefined;
}

/** Runs code that nobody has read. What it keeps the code from is for each executor to say, exactly. */
export interface CodeExecutor {
  /** For the model to read: the language, how a result is given, what the code can and cannot do. */
  readonly instructions: string;
  /**
   * Runs code once, with nothing left over from other runs. However the code behaves, this resolves, and
   * when it has, nothing of the code is running any more.
   * @throws Error when code cannot be run at all
   */
  execute(request: CodeRequest): Promise<CodeResult>;
}
