import { UniqueIds } from './unique-ids.ts';

/** Whether an output belongs to a call, to none, or to one that has its output already. */
export type OutputMatch = 'answers' | 'orphan' | 'repeated';

/**
 * Makes call ids unique within a session and gives outputs the id of the call they belong to, by position:
 * recordings repeat ids (demos, providers that number per response) or have none.
 */
export class CallIds {
  readonly #taken = new UniqueIds();
  readonly #called = new Set<string>();
  readonly #open = new Map<string, { readonly responseId: string | undefined; readonly callIds: string[] }>();
  #anonymous = 0;

  /** The unique id for a call recorded as `recorded` (undefined: without an id, found again by its tool's name). */
  open(recorded: string | undefined, toolName: string, responseId: string | undefined): string {
    const key = recorded ?? nameKey(toolName);
    const callId = this.#taken.take(recorded ?? `call-${++this.#anonymous}`);
    this.#called.add(key);
    const waiting = this.#open.get(key);
    // A later response that uses an id again has given up on the calls before it.
    if (waiting && (recorded === undefined || waiting.responseId === responseId))
      waiting.callIds.push(callId);
    else this.#open.set(key, { responseId, callIds: [callId] });
    return callId;
  }

  /** The id for an output recorded as `recorded`: that of the oldest call that waits for it, else one of its own. */
  close(
    recorded: string | undefined,
    toolName: string | undefined,
  ): { readonly callId: string; readonly match: OutputMatch } {
    const keys = [recorded, toolName === undefined ? undefined : nameKey(toolName)];
    for (const key of keys) {
      const callId = key === undefined ? undefined : this.#open.get(key)?.callIds.shift();
      if (callId !== undefined) return { callId, match: 'answers' };
    }
    const isRepeated = recorded !== undefined && this.#called.has(recorded);
    return {
      callId: this.#taken.take(recorded ?? `output-${++this.#anonymous}`),
      match: isRepeated ? 'repeated' : 'orphan',
    };
  }
}

/** Cannot be the recorded id of a call: those hold no NUL. */
function nameKey(toolName: string): string {
  return `\0${toolName}`;
}
