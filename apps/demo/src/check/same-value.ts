import { canonicalJson } from '../replay/canonical-json.ts';

/** Whether two values read the same in JSON, whatever the order of their keys. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b);
}
