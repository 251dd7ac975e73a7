import { DEFAULT_LIST_LIMIT, type ListOptions } from './session-store.ts';

/** The ids that `list` gives: ascending, each once, from the first one after `startAfter` on. */
export function pageOfIds(ids: Iterable<string>, options: ListOptions = {}): readonly string[] {
  const { limit = DEFAULT_LIST_LIMIT, startAfter } = options;
  const wanted = [...new Set(ids)].filter((id) => startAfter === undefined || id > startAfter);
  return wanted.sort((a, b) => (a < b ? -1 : 1)).slice(0, limit);
}
