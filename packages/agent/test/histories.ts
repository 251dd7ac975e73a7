import fc from 'fast-check';
import type { MemoryItem, OutputOutcome } from '../src/items/agent-item.ts';
import type { Content } from '../src/items/content.ts';

/** What histories are made of. Each move adds at least one item. */
type Move =
  | { readonly kind: 'user'; readonly content: Content; readonly injected: boolean }
  | { readonly kind: 'system'; readonly text: string }
  | { readonly kind: 'response'; readonly response: Response }
  | { readonly kind: 'orphan'; readonly content: Content };

interface Response {
  readonly grouped: boolean;
  readonly reasoning: string | undefined;
  readonly opaque: boolean;
  readonly text: string | undefined;
  readonly calls: readonly Call[];
}

interface Call {
  readonly name: string;
  readonly kind: 'json' | 'text';
  readonly providerExecuted: boolean;
  readonly output:
    | { readonly content: Content; readonly outcome: OutputOutcome; readonly delay: number }
    | undefined;
}

/** Texts that have broken others: CJK, emoji, halves of surrogate pairs, fences, control characters, nothing. */
export const textArbitrary: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 40 }) },
  {
    weight: 2,
    arbitrary: fc.string({ unit: fc.constantFrom(...'压缩记忆の履歴をまとめる기억'), maxLength: 40 }),
  },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.constantFrom('👩‍👩‍👧', '🧠', 'é', 'e\u0301', '\u200d'), maxLength: 12 }),
  },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom('\ud83d', '\ude00', 'a'), maxLength: 6 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', ' ', '```\n## Goal\n```', 'AI4J_COMPACT_SUMMARY', '{"a":1}\r\n\0'),
  },
);

/** Up to 100 kB, built by repeating, so that making it costs nothing. */
const largeTextArbitrary = fc
  .tuple(
    fc.constantFrom('error: no such file\n', '日志一行\n', 'x', '🧠'),
    fc.integer({ min: 1_000, max: 100_000 }),
  )
  .map(([unit, chars]) => unit.repeat(Math.ceil(chars / unit.length)));

const imageContent: Content = [
  { type: 'text', text: 'a screenshot' },
  { type: 'image', mediaType: 'image/png', source: { type: 'url', url: 'https://example.com/a.png' } },
];

const contentArbitrary: fc.Arbitrary<Content> = fc.oneof(
  { weight: 12, arbitrary: textArbitrary },
  { weight: 1, arbitrary: fc.constant(imageContent) },
);

const outputArbitrary = fc.record({
  content: fc.oneof(
    { weight: 20, arbitrary: contentArbitrary },
    { weight: 1, arbitrary: largeTextArbitrary },
  ),
  outcome: fc.constantFrom<OutputOutcome>('ok', 'ok', 'ok', 'error', 'rejected', 'interrupted'),
  /** Moves that come between the response and this output: mostly none. */
  delay: fc.oneof(
    { weight: 12, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) },
  ),
});

const callArbitrary: fc.Arbitrary<Call> = fc.record({
  name: fc.constantFrom('read', 'write', 'bash', '检索'),
  kind: fc.constantFrom<'json' | 'text'>('json', 'json', 'text'),
  providerExecuted: fc.integer({ min: 0, max: 15 }).map((n) => n === 0),
  output: fc.option(outputArbitrary, { freq: 12, nil: undefined }),
});

const responseArbitrary: fc.Arbitrary<Response> = fc.record({
  grouped: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
  reasoning: fc.option(textArbitrary, { freq: 1, nil: undefined }),
  opaque: fc.integer({ min: 0, max: 15 }).map((n) => n === 0),
  text: fc.option(textArbitrary, { freq: 1, nil: undefined }),
  calls: fc.array(callArbitrary, { maxLength: 4 }),
});

const moveArbitrary: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('user' as const),
      content: contentArbitrary,
      injected: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('response' as const), response: responseArbitrary }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('orphan' as const), content: contentArbitrary }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('system' as const), text: textArbitrary }) },
);

export interface HistoryBounds {
  /** Default 0. */
  readonly minItems?: number;
  readonly maxItems: number;
  /** Ids and call ids begin with this: two histories of one session need two prefixes. Default none. */
  readonly idPrefix?: string;
}

/**
 * Histories as sessions leave them, legal and not: turns, injected messages, responses with reasoning and
 * parallel calls, outputs in any order, late, orphaned or missing, images, large outputs. Ids are unique.
 */
export function historyArbitrary({
  minItems = 0,
  maxItems,
  idPrefix = '',
}: HistoryBounds): fc.Arbitrary<MemoryItem[]> {
  return fc
    .array(moveArbitrary, { minLength: minItems, maxLength: maxItems, size: 'max' })
    .map((moves) => playMoves(moves, idPrefix).slice(0, maxItems));
}

function playMoves(moves: readonly Move[], idPrefix: string): MemoryItem[] {
  const items: MemoryItem[] = [];
  const late: { readonly dueMove: number; readonly callId: string; readonly call: Call }[] = [];
  const nextId = () => `${idPrefix}item-${items.length}`;
  let calls = 0;

  const answer = (callId: string, { output }: Call) => {
    if (!output) return;
    const { content, outcome } = output;
    items.push({ type: 'function_call_output', id: nextId(), callId, output: content, outcome });
  };
  const respond = (response: Response, move: number) => {
    const group = response.grouped ? { responseId: `${idPrefix}response-${move}` } : {};
    const before = items.length;
    if (response.reasoning !== undefined) {
      items.push({ type: 'reasoning', id: nextId(), ...group, text: response.reasoning });
    }
    if (response.opaque) {
      items.push({
        type: 'opaque',
        id: nextId(),
        ...group,
        provider: 'acme',
        providerData: { blob: 'AAAA' },
      });
    }
    if (response.text !== undefined) {
      items.push({ type: 'message', id: nextId(), ...group, role: 'assistant', content: response.text });
    }
    const made = response.calls.map((call) => ({ call, callId: `${idPrefix}call-${calls++}` }));
    for (const { call, callId } of made) {
      const { name, kind } = call;
      items.push({
        type: 'function_call',
        id: nextId(),
        ...group,
        callId,
        name,
        arguments: kind === 'json' ? '{"path":"src/a.ts"}' : 'ls -la',
        kind,
        ...(call.providerExecuted ? { providerExecuted: true } : {}),
      });
    }
    if (items.length === before) {
      items.push({ type: 'message', id: nextId(), ...group, role: 'assistant', content: 'ok' });
    }
    for (const { call, callId } of made) {
      if (call.providerExecuted) continue;
      if (call.output && call.output.delay > 0)
        late.push({ dueMove: move + call.output.delay, callId, call });
      else answer(callId, call);
    }
  };

  moves.forEach((move, at) => {
    for (const { callId, call } of late.filter(({ dueMove }) => dueMove === at)) answer(callId, call);
    switch (move.kind) {
      case 'user':
        items.push({
          type: 'message',
          id: nextId(),
          role: 'user',
          content: move.content,
          ...(move.injected ? { origin: 'injected' as const } : {}),
        });
        break;
      case 'system':
        items.push({ type: 'message', id: nextId(), role: 'system', content: move.text });
        break;
      case 'response':
        respond(move.response, at);
        break;
      case 'orphan':
        items.push({
          type: 'function_call_output',
          id: nextId(),
          callId: `${idPrefix}orphan-${at}`,
          output: move.content,
          outcome: 'ok',
        });
        break;
      default:
        move satisfies never;
    }
  });
  return items;
}
