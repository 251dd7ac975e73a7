import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AgentItem } from '../items/agent-item.ts';
import { approxBytes } from './approx-bytes.ts';
import { approxChars } from './approx-chars.ts';

const image = (sizeBytes: number) =>
  ({ type: 'image', mediaType: 'image/png', source: { type: 'blob', hash: 'h', sizeBytes } }) as const;
const user = (content: Extract<AgentItem, { type: 'message' }>['content']): AgentItem => ({
  type: 'message',
  id: 'm',
  role: 'user',
  content,
});

describe('approxChars and approxBytes', () => {
  test.each<[string, AgentItem, chars: number, bytes: number]>([
    ['a message', user('héllo'), 5, 6],
    [
      'text parts',
      user([
        { type: 'text', text: 'ab' },
        { type: 'text', text: '你' },
      ]),
      3,
      5,
    ],
    ['an image: 4,800 chars, base64 on the wire', user([image(3_000)]), 4_800, 4_000],
    [
      'an image at a URL',
      user([{ type: 'image', mediaType: 'image/png', source: { type: 'url', url: 'https://a.io/b' } }]),
      4_800,
      14,
    ],
    [
      'a call: name and arguments',
      { type: 'function_call', id: 'c', callId: '1', name: 'read', arguments: '{"a":1}', kind: 'json' },
      11,
      11,
    ],
    [
      'an output',
      { type: 'function_call_output', id: 'o', callId: '1', output: 'done', outcome: 'ok' },
      4,
      4,
    ],
    [
      'reasoning; the signature is sent, and no text',
      { type: 'reasoning', id: 'r', text: 'so', providerData: { s: 'xx' } },
      2,
      12,
    ],
    [
      'cleared reasoning',
      { type: 'reasoning', id: 'r', text: 'so', cleared: true, providerData: { s: 'xx' } },
      0,
      0,
    ],
    ['an opaque item', { type: 'opaque', id: 'p', provider: 'x', providerData: { s: 'xx' } }, 0, 10],
    ['a summary', { type: 'summary', id: 's', text: 'then' }, 4, 4],
  ])('%s', (_, item, chars, bytes) => {
    expect([approxChars(item), approxBytes(item)]).toEqual([chars, bytes]);
  });

  test('20 images of 1 MB: few chars, more than 20 MB on the wire', () => {
    const item = user(Array.from({ length: 20 }, () => image(1_000_000)));
    expect(approxChars(item)).toBe(96_000);
    expect(approxBytes(item)).toBeGreaterThan(20_000_000);
  });

  test('bytes of a text are its bytes in UTF-8, lone surrogates too', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => {
        const text = String.fromCharCode(...units);
        expect(approxBytes(user(text))).toBe(new TextEncoder().encode(text).length);
      }),
    );
  });
});
