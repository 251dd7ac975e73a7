import type { ImportContext } from './importer.ts';
import { isObject, type JsonObject } from './json-value.ts';

/** The objects of a recorded list, in order; elements of other types cannot be read and are reported as `what`. */
export function recordedObjects(
  value: unknown,
  what: string,
  context: ImportContext,
  line: number | undefined,
): readonly JsonObject[] {
  if (!Array.isArray(value)) return [];
  return value.filter((element): element is JsonObject => {
    if (!isObject(element)) context.problem(`${what} that is not an object`, line);
    return isObject(element);
  });
}
