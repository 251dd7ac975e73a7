import { Bench } from 'tinybench';

/** Times in milliseconds over repeated runs: the best says what the work costs, the median what a user sees. */
export interface Measurement {
  readonly bestMs: number;
  readonly medianMs: number;
}

/** Runs each of `tasks` in turn, warm, until its time is spent. */
export async function measure<Name extends string>(
  tasks: Readonly<Record<Name, () => unknown>>,
): Promise<Readonly<Record<Name, Measurement>>> {
  const bench = new Bench({ time: 400, iterations: 5, warmupTime: 100, warmupIterations: 2, throws: true });
  for (const [name, run] of Object.entries<() => unknown>(tasks)) bench.add(name, run);
  await bench.run();
  const measured = bench.tasks.map(({ name, result }) => {
    if (!('latency' in result)) throw new Error(`${name} was not measured`);
    return [name, { bestMs: result.latency.min, medianMs: result.latency.p50 }] as const;
  });
  return Object.fromEntries(measured) as Record<Name, Measurement>;
}
