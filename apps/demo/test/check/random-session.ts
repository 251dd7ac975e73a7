import type { MemoryItem } from '@ai4j/agent';
import fc from 'fast-check';
import type { TraceRecord } from '../../src/replay/trace.ts';
import { assistant, call, output, reasoning, TraceBuilder, user } from './trace-builder.ts';

/** What happens next in a session. */
type Action =
  | { readonly type: 'say'; readonly text: string }
  | { readonly type: 'work'; readonly thinks: boolean; readonly speaks: boolean; readonly calls: number }
  | { readonly type: 'compact' }
  | { readonly type: 'undo' }
  | { readonly type: 'restart' };

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('say'), text: fc.string({ minLength: 1, unit: 'grapheme' }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('work'),
      thinks: fc.boolean(),
      speaks: fc.boolean(),
      calls: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'compact' }) },
  { weight: 1, arbitrary: fc.constant({ type: 'undo' }) },
  { weight: 1, arbitrary: fc.constant({ type: 'restart' }) },
);

/** Faithful traces of sessions in which anything may follow anything, with a request after each action. */
export const faithfulTrace: fc.Arbitrary<TraceRecord[]> = fc
  .array(action, { minLength: 3, maxLength: 14 })
  .map(playActions);

function playActions(actions: readonly Action[]): TraceRecord[] {
  const builder = new TraceBuilder().append(user('u0')).request();
  /** Ids in memory, and those of the memories that an undo would bring back. */
  let memory = ['u0'];
  const before: string[][] = [];
  let outputs: string[] = [];
  const append = (...items: MemoryItem[]) => {
    builder.append(...items);
    memory = [...memory, ...items.map(({ id }) => id)];
    for (const ids of before) ids.push(...items.map(({ id }) => id));
  };
  for (const [at, next] of actions.entries()) {
    switch (next.type) {
      case 'say':
        append(user(`u${at + 1}`, next.text));
        break;
      case 'work': {
        const callIds = Array.from({ length: next.calls }, (_, nth) => `c${at + 1}-${nth}`);
        const responseId = `resp-${at + 1}`;
        append(
          ...(next.thinks ? [reasoning(`r${at + 1}`, responseId)] : []),
          ...(next.speaks ? [assistant(`a${at + 1}`, responseId)] : []),
          ...callIds.map((callId) => call(callId, responseId)),
        );
        append(...callIds.map((callId) => output(callId)));
        outputs = callIds.map((callId) => `output-${callId}`);
        break;
      }
      case 'compact': {
        const userMessage = memory.findLastIndex((id) => id.startsWith('u'));
        if (userMessage <= 0) break;
        before.push(memory);
        memory = memory.slice(userMessage);
        builder.replace('compact', memory, { summary: `What happened before action ${at + 1}.` });
        break;
      }
      case 'undo':
        memory = before.pop() ?? memory;
        if (builder.canUndo) builder.undo();
        break;
      case 'restart':
        builder.start();
        break;
      default:
        next satisfies never;
    }
    builder.request({ cleared: clearable(memory, outputs, actions.length) });
  }
  return builder.recallAll().end();
}

/** Every tool result but those of the newest response, in sessions of even length. */
function clearable(memory: readonly string[], newest: readonly string[], length: number): readonly string[] {
  if (length % 2 === 1) return [];
  return memory.filter((id) => id.startsWith('output-') && !newest.includes(id));
}
