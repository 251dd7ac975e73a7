import { expect, test } from 'vitest';
import { codingAgentOf, runs } from '../../test/coding-agents.ts';
import { words } from '../../test/compactor-setup.ts';
import type { CodingEvent } from './coding-event.ts';
import { HeadlessCodingSessionRuntime } from './headless-coding-session-runtime.ts';

test('a prompt that goes on by itself ends its turn; the host hears of every step, once', async () => {
  const { agent } = codingAgentOf([words(3_000), 'Next I continue.', 'Done.', words(3_000)]);
  await using session = await agent.newSession();
  const heard: CodingEvent['type'][] = [];
  const turns: string[] = [];
  const runtime = new HeadlessCodingSessionRuntime(session, {
    onTurnStarted: () => turns.push('started'),
    onSessionEvent: ({ type }) => heard.push(type),
    onTurnCompleted: ({ stopReason }) => turns.push(stopReason),
  });
  await runtime.runPrompt('Go.');
  expect(await runtime.runPrompt('Go on.')).toMatchObject({ stopReason: 'end_turn' });
  await runtime.runPrompt('And more.');
  expect(turns).toEqual(['started', 'end_turn', 'started', 'end_turn', 'started', 'end_turn']);
  expect(heard.filter((type) => type === 'loop-decision')).toHaveLength(4);
  expect(heard.filter((type) => type === 'session-compact')).toHaveLength(1);
});

test('a rejected call blocks; nothing goes on by itself', async () => {
  const { agent } = codingAgentOf([runs('rm -rf /'), 'Then not.'], {
    hooks: { beforeToolCall: () => ({ action: 'block', reason: 'no' }) },
  });
  await using session = await agent.newSession();
  const runtime = new HeadlessCodingSessionRuntime(session);
  expect(await runtime.runPrompt('Clean.')).toMatchObject({ stopReason: 'blocked' });
});

test('cancelled while the model thinks', async () => {
  const { agent } = codingAgentOf([
    () => {
      runtime.cancel();
      return 'too late';
    },
  ]);
  await using session = await agent.newSession();
  const runtime = new HeadlessCodingSessionRuntime(session);
  expect(await runtime.runPrompt('Go.')).toMatchObject({ stopReason: 'cancelled' });
});

test('a session that is closed is an error, not an exception', async () => {
  const { agent } = codingAgentOf([]);
  const session = await agent.newSession();
  await session.close();
  const runtime = new HeadlessCodingSessionRuntime(session);
  expect(await runtime.runPrompt('Go.')).toMatchObject({ stopReason: 'error', error: { code: 'closed' } });
});
