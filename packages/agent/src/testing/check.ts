/** Throws an Error with `message` unless `condition` holds: conformance cases bring no assertion library. */
export function check(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** Compares by value, as JSON, and names both sides where they differ. */
export function checkEqual(actual: unknown, expected: unknown, what: string): void {
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  check(found === wanted, `${what}: expected ${wanted}, got ${found}`);
}

/** One rule of a port; `run` throws where an implementation breaks it. */
export interface ConformanceCase<Subject> {
  readonly name: string;
  run(subject: Subject): void | Promise<void>;
}
