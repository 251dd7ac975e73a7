import type { TraceItem, TraceRecord } from '../../src/replay/trace.ts';
import {
  assistant,
  call,
  clearedOutput,
  madeOutput,
  output,
  reasoning,
  TraceBuilder,
  user,
} from './trace-builder.ts';

/** One session with something of everything: parallel calls, clearing, a compaction, recall, an approval, a restart. */
export function sampleTrace(): TraceRecord[] {
  return new TraceBuilder({ maxRecentToolResults: 2, trimOldReasoning: true })
    .event({ type: 'run-started', runId: 'run-1' })
    .append(user('u1', 'Fix the failing test.'))
    .request()
    .append(reasoning('r1', 'resp-1'), assistant('a1', 'resp-1'), call('c1', 'resp-1'), call('c2', 'resp-1'))
    .append(output('c1'), output('c2'))
    .request()
    .append(call('c3', 'resp-2'))
    .append(output('c3', { outcome: 'error' }))
    .request({ cleared: ['output-c1'] })
    .append(assistant('a2', 'resp-3'))
    .append(user('u2', 'Now the docs.'))
    .request({ cleared: ['output-c1', 'r1'] })
    .append(call('c4', 'resp-4'))
    .append(output('c4'))
    .request({ cleared: ['output-c1', 'output-c2', 'r1'] })
    .replace('compact', ['u2', 'item-c4', 'output-c4'], {
      summary: 'The test passes now.',
      tokens: { before: 900, after: 200 },
    })
    .recallAll()
    .request()
    .append(call('c5', 'resp-5'))
    .event({ type: 'approval-requested', callId: 'c5', toolName: 'read' })
    .request({
      items: [
        { item: { type: 'summary', id: 'summary', text: 'The test passes now.' } },
        [12, 14],
        [16, 16],
        madeOutput('c5'),
      ],
    })
    .start()
    .event({ type: 'approval-resolved', callId: 'c5', decision: 'approved' })
    .append(output('c5'))
    .request()
    .event({ type: 'run-ended', runId: 'run-1', stopReason: 'completed' })
    .end();
}

/** A compaction that shortens an item, and the undo that brings everything back. */
export function undoneTrace(): TraceRecord[] {
  return new TraceBuilder()
    .append(user('u1'))
    .append(call('c1', 'resp-1'))
    .append(output('c1'))
    .append(assistant('a1', 'resp-2'))
    .append(user('u2'))
    .request()
    .replace('compact', ['item-c1', 'output-c1', 'a1', 'u2'], {
      summary: 'So far: little.',
      forms: [clearedOutput(output('c1'))],
    })
    .recallAll()
    .append(assistant('a2', 'resp-3'))
    .request()
    .replace('compact', ['u2', 'a2'], { summary: 'So far: more.' })
    .recallAll()
    .request()
    .undo()
    .append(user('u3'))
    .request()
    .undo()
    .request()
    .end();
}

/** Two cuts in steps of three items, and one batch of clearings. */
export function batchedTrace(): TraceRecord[] {
  const builder = new TraceBuilder({
    maxItems: 6,
    slackItems: 3,
    maxRecentToolResults: 1,
    minClearTokens: 50,
  });
  builder
    .append(user('u1'))
    .append(call('c1', 'resp-1'), call('c2', 'resp-1'))
    .append(output('c1'), output('c2'));
  builder.request({ tokens: { source: 300, projected: 300 } });
  builder.append(assistant('a1', 'resp-2'));
  builder.append(call('c3', 'resp-3')).append(output('c3'));
  builder.request({ cleared: ['output-c1', 'output-c2'], tokens: { source: 400, projected: 320 } });
  builder.append(user('u2'));
  const first = ['u1', 'item-c1', 'item-c2', 'output-c1', 'output-c2'];
  builder.request({ dropped: first, tokens: { source: 420, projected: 150 } });
  builder.append(assistant('a2', 'resp-4')).append(user('u3'), assistant('a3', 'resp-5'));
  builder.request({
    dropped: [...first, 'a1', 'item-c3', 'output-c3'],
    tokens: { source: 450, projected: 90 },
  });
  return builder.end();
}

/** Without slack the window slides with every item. */
export function slidingTrace(): TraceRecord[] {
  const builder = new TraceBuilder({ maxItems: 6 });
  const ids = Array.from({ length: 9 }, (_, at) => `m${at + 1}`);
  for (const [at, id] of ids.entries()) {
    builder.append(at % 2 === 0 ? user(id) : assistant(id, `resp-${id}`));
    builder.request({ dropped: ids.slice(0, Math.max(0, at - 5)) });
  }
  return builder.end();
}

/** What recordings hold and pair repair mends. */
export function mendedTrace(): TraceRecord[] {
  const builder = new TraceBuilder();
  // An orphan is all there is: told as a message.
  builder.append(output('lost'));
  const told = {
    ...user('output-lost', [
      { type: 'text', text: '[result of an earlier tool call lost]' },
      { type: 'text', text: 'what lost found' },
    ]),
    origin: 'injected' as const,
  };
  builder.request({ items: [{ seq: 1, item: told }], altered: ['output-lost'] });
  // A response recorded around its outputs: seq 3 reasoning, 4 call, 5 output, 6 call, 7 output.
  builder.append(user('u1'));
  builder.append(
    reasoning('r1', 'resp-1'),
    call('c1', 'resp-1'),
    output('c1'),
    call('c2', 'resp-1'),
    output('c2'),
  );
  builder.request({
    dropped: ['output-lost'],
    items: [
      [2, 4],
      [6, 6],
      [5, 5],
      [7, 7],
    ],
  });
  // The same call id again, seq 8 and 9.
  builder.append(call('c1', 'resp-2', { id: 'again' }), output('c1', { id: 'output-again' }));
  const renamedCall = { seq: 8, item: call('c1~again', 'resp-2', { id: 'again' }) };
  const renamedOutput = output('c1~again', { id: 'output-again', output: 'what c1 found' });
  const mended: TraceItem[] = [[2, 4], [6, 6], [5, 5], [7, 7], renamedCall];
  const repeated = { dropped: ['output-lost'], altered: ['again', 'output-again'] };
  builder.request({ ...repeated, items: [...mended, { seq: 9, item: renamedOutput }] });
  // And its result cleared, under the id that the log knows.
  const placeholder = { ...renamedOutput, output: '[tool result cleared: read(c1)]', cleared: true as const };
  builder.request({
    ...repeated,
    cleared: ['output-again'],
    items: [...mended, { seq: 9, item: placeholder }],
  });
  return builder.end();
}

/** Images, calls that the provider ran, items that only their provider can read, an empty output. */
export function foreignTrace(): TraceRecord[] {
  return new TraceBuilder()
    .append(
      user('u1', [
        { type: 'text', text: 'What is this?' },
        { type: 'image', mediaType: 'image/png', source: { type: 'blob', hash: 'sha256:00', sizeBytes: 3 } },
      ]),
    )
    .append(
      reasoning('r1', 'resp-1'),
      call('web', 'resp-1', { providerExecuted: true }),
      {
        type: 'opaque',
        id: 'o1',
        responseId: 'resp-1',
        provider: 'openai',
        providerData: { type: 'web_search' },
      },
      call('c1', 'resp-1', { kind: 'text', arguments: 'not { json' }),
    )
    .append(output('c1', { output: '' }))
    .request()
    .append({ ...assistant('a1', 'resp-2', 'A lone \ud83d surrogate.') })
    .append({ ...user('u2', 'Go on.'), origin: 'injected' })
    .event({ type: 'extension', namespace: 'someone.else', kind: 'note', data: { any: 'thing' } })
    .request()
    .end();
}

/** A fork, a replacement that brings its own items, its undo, and a cleared memory. */
export function introducedTrace(): TraceRecord[] {
  return new TraceBuilder()
    .event({ type: 'forked-from', sessionId: 's-0', atSeq: 12 })
    .append(user('u1'), assistant('a1', 'resp-1'), user('u2'))
    .request()
    .append(user('digest', 'In short: nothing yet.'))
    .replace('compress', ['digest', 'u2'], { introduced: [5, 5] })
    .request()
    .undo()
    .append(assistant('a2', 'resp-2'))
    .request()
    .replace('clear', [])
    .recallAll()
    .request()
    .append(user('u3'))
    .request()
    .end();
}

/** Contents that were removed on purpose: out of memory, and in it. */
export function redactedTrace(): TraceRecord[] {
  return new TraceBuilder()
    .append(user('u1', 'My password is hunter2.'), assistant('a1', 'resp-1'))
    .append(user('u2'))
    .request()
    .redact(user('u1', '[redacted: a secret]'), 'a secret')
    .request()
    .request({ items: [{ seq: 1, item: user('u1', '[redacted: a secret]') }, [2, 3]] })
    .end();
}

export const legalTraces = {
  sample: sampleTrace,
  undone: undoneTrace,
  batched: batchedTrace,
  sliding: slidingTrace,
  mended: mendedTrace,
  foreign: foreignTrace,
  introduced: introducedTrace,
  redacted: redactedTrace,
} as const;
