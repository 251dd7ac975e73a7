import { openAgentMemory } from '@ai4j/agent';
import { openJsonlSessionEventLog } from '@ai4j/agent/node';
import type { BenchInput } from './inputs.ts';
import { type Measurement, measure } from './measure.ts';
import type { PiPeer } from './pi-peer.ts';

/** Opens a session file and reads it until the history of the next model call is in memory. */
export function measureOpen(
  { logFile, piFile }: BenchInput,
  pi: PiPeer,
): Promise<Readonly<Record<string, Measurement>>> {
  return measure({
    pi: () => pi.buildSessionContext(pi.SessionManager.open(piFile).getEntries()),
    ours: async () => {
      const log = await openJsonlSessionEventLog({ path: logFile });
      await openAgentMemory(log);
      await log.close();
    },
  });
}
