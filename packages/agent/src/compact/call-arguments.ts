import type { FunctionCallItem } from '../items/agent-item.ts';

/** What a call was given: its JSON, or its text as it is; undefined where the JSON does not parse. */
export function callInput(call: FunctionCallItem): unknown {
  if (call.kind === 'text') return call.arguments;
  try {
    return JSON.parse(call.arguments);
  } catch {
    // Arguments that are no JSON say nothing; the call itself failed for the same reason.
    return undefined;
  }
}

/** The first of `keys` that holds a text; an input that is a text itself is that text. Words of a list are joined. */
export function textArgument(input: unknown, keys: readonly string[]): string {
  if (typeof input === 'string') return input;
  if (typeof input !== 'object' || input === null) return '';
  for (const key of keys) {
    const value = (input as Record<string, unknown>)[key];
    if (typeof value === 'string') return value;
    if (Array.isArray(value)) return value.join(' ');
  }
  return '';
}
