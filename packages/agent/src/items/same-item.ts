import type { AgentItem } from './agent-item.ts';

/** Whether two items say the same, field by field; a field that is undefined counts as absent. */
export function sameItem(a: AgentItem, b: AgentItem): boolean {
  return sameValue(a, b);
}

function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = definedEntries(a);
  return (
    left.length === definedEntries(b).length &&
    left.every(
      ([key, value]) => Object.hasOwn(b, key) && sameValue(value, (b as Record<string, unknown>)[key]),
    )
  );
}

function definedEntries(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, field]) => field !== undefined);
}
