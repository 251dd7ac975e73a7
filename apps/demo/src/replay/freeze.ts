/**
 * Freezes a value and all it holds: whoever tries to change an item throws, which makes it fair to compare
 * memories by the identity of their items.
 */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}
