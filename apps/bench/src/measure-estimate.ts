import { approxChars, type MemoryItem, scriptAwareTokenEstimator } from '@ai4j/agent';
import { type Measurement, measure } from './measure.ts';
import type { PiMessage, PiPeer } from './pi-peer.ts';

/** Estimates the tokens of a whole history, nothing cached. */
export function measureEstimate(
  items: readonly MemoryItem[],
  messages: readonly PiMessage[],
  pi: PiPeer,
): Promise<Readonly<Record<string, Measurement>>> {
  const estimator = scriptAwareTokenEstimator({ family: 'anthropic' });
  return measure({
    'chars/4': () => items.reduce((sum, item) => sum + Math.ceil(approxChars(item) / 4), 0),
    pi: () => messages.reduce((sum, message) => sum + pi.estimateTokens(message), 0),
    ours: () => items.reduce((sum, item) => sum + estimator.countItem(item), 0),
  });
}
