import { ConfigError } from '../errors.ts';
import { indexItems } from '../items/item-index.ts';
import type { MemoryCompressor } from './memory-compressor.ts';

/**
 * Keeps the newest `maxItems` items at a legal cut, and the summary as it is. What belongs together
 * is never split: fewer items stay where the cut falls inside a response, more only where the newest
 * response alone has more.
 * @throws ConfigError when `maxItems` is no positive integer
 */
export function windowedMemoryCompressor(maxItems: number): MemoryCompressor {
  if (!Number.isInteger(maxItems) || maxItems <= 0) {
    throw new ConfigError('invalid_option', `maxItems is ${maxItems}; a window keeps 1 item or more.`);
  }
  return async (snapshot) => {
    const { items, summary } = snapshot;
    if (items.length <= maxItems) return snapshot;
    const index = indexItems(items);
    const cut = Math.min(index.cutAtOrAfter(items.length - maxItems), index.lastUnitStart());
    return cut === 0 ? snapshot : { items: items.slice(cut), ...(summary !== undefined && { summary }) };
  };
}
