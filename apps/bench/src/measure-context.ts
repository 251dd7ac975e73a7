import { buildModelContext, ContextIndex, type MemoryItem } from '@ai4j/agent';
import { type Measurement, measure } from './measure.ts';
import type { PiEntry, PiPeer } from './pi-peer.ts';

/**
 * Builds what the next model call is sent of a whole history. Ours is checked pair by pair and reported on, pi's is
 * not; `ours, one item later` is what a step of a running session costs.
 */
export function measureContext(
  items: readonly MemoryItem[],
  entries: readonly PiEntry[],
  pi: PiPeer,
): Promise<Readonly<Record<string, Measurement>>> {
  const index = new ContextIndex();
  const growing = items.slice();
  buildModelContext({ snapshot: { items: growing }, index });
  let added = 0;
  const oneItemLater = () => {
    growing.push({ type: 'message', id: `added-${++added}`, role: 'user', content: 'go on' });
    return buildModelContext({ snapshot: { items: growing }, index });
  };
  return measure({
    pi: () => pi.buildSessionContext(entries),
    'ours, one item later': oneItemLater,
    // New objects, so that no size is remembered.
    'ours, from nothing': () =>
      buildModelContext({ snapshot: { items: items.map((item) => ({ ...item })) } }),
  });
}
