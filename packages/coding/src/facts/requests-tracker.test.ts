import { assistant, call, injected, output, reasoning, user } from '@ai4j/agent/testing';
import { describe, expect, test } from 'vitest';
import { factsOf } from './facts-accumulator.ts';
import { openRequests, type RequestsLedger } from './requests-ledger.ts';

const states = (ledger: RequestsLedger) => ledger.map(({ number, text, state }) => [number, text, state]);
const requestsOf = (...args: Parameters<typeof factsOf>) => factsOf(...args).requests;

describe('what becomes of a request', () => {
  test('codex#25686: a finished request is never open again once the next one is asked', () => {
    const ledger = requestsOf([
      user('Add a login page.'),
      call('c1', 'write'),
      output('c1'),
      assistant('The login page is there.'),
      user('Now add a logout button.'),
      call('c2', 'write'),
      output('c2'),
    ]);
    expect(states(ledger)).toEqual([
      [1, 'Add a login page.', 'answered'],
      [2, 'Now add a logout button.', 'open'],
    ]);
    expect(openRequests(ledger).map(({ text }) => text)).toEqual(['Now add a logout button.']);
  });

  test('a message between calls does not finish a turn', () => {
    const ledger = requestsOf([user('Fix it.'), assistant('Let me look.'), call('c1'), output('c1')]);
    expect(states(ledger)).toEqual([[1, 'Fix it.', 'open']]);
  });

  test('a hidden continuation opens the request again until its turn ends', () => {
    const turn = [
      user('Fix it.'),
      assistant('Half is done, going on.'),
      injected('Continue.'),
      reasoning('next'),
    ];
    expect(states(requestsOf(turn))).toEqual([[1, 'Fix it.', 'open']]);
    expect(states(requestsOf([...turn, assistant('All done.')]))).toEqual([[1, 'Fix it.', 'answered']]);
  });

  test('injected messages are no requests', () => {
    expect(requestsOf([injected('Reminder: be kind.')])).toEqual([]);
  });

  test('a reply knows the question it answers', () => {
    const [, reply] = requestsOf([
      user('Clean up.'),
      assistant('Two tests are old.\n\nShall I delete them?'),
      user('yes'),
    ]);
    expect(reply).toEqual({
      number: 2,
      itemId: 'user:yes',
      text: 'yes',
      state: 'open',
      inReplyTo: 'Shall I delete them?',
    });
  });

  test.each([
    ['Never mind, do B.', 'superseded'],
    ['No, forget that. Do B.', 'superseded'],
    ['Instead, do B.', 'superseded'],
    ['Do B instead.', 'superseded'],
    ['算了，做 B。', 'superseded'],
    ['やっぱりBにして', 'superseded'],
    ['Use tabs instead of spaces.', 'open'],
    ['Also do B.', 'open'],
  ])('interrupted by %j it is %s', (next, state) => {
    const [first, second] = requestsOf([user('Do A.'), call('c1'), user(next)]);
    expect(first?.state).toBe(state);
    expect(first?.supersededBy).toBe(state === 'superseded' ? second?.number : undefined);
  });

  test('an image alone is a request', () => {
    const image = {
      type: 'image',
      mediaType: 'image/png',
      source: { type: 'url', url: 'https://example.com/a.png' },
    } as const;
    expect(requestsOf([user([image], { id: 'u1' })])[0]?.text).toBe('[image: image/png]');
  });
});

test('a tracker that starts from a ledger counts on, and passes over what it has seen', () => {
  const items = [user('A'), assistant('A is done.'), user('B'), call('c1'), output('c1')];
  const ledger = requestsOf(items);
  expect(requestsOf([...items.slice(2), assistant('B is done.'), user('C')], ledger)).toEqual([
    { number: 1, itemId: 'user:A', text: 'A', state: 'answered' },
    { number: 2, itemId: 'user:B', text: 'B', state: 'answered' },
    { number: 3, itemId: 'user:C', text: 'C', state: 'open' },
  ]);
});
