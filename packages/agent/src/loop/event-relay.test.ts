import { expect, test, vi } from 'vitest';
import { inMemorySessionEventLog } from '../log/in-memory-session-event-log.ts';
import { silentLogger } from '../logger.ts';
import type { AgentEventListener } from './agent-event.ts';
import type { AgentLoopContext } from './agent-loop-context.ts';
import { EventRelay } from './event-relay.ts';

function relayTo(onEvent: AgentEventListener) {
  const warn = vi.fn();
  const context: Pick<AgentLoopContext, 'log' | 'runId' | 'onEvent' | 'logger'> = {
    log: inMemorySessionEventLog({ sessionId: 's' }),
    runId: 'r',
    onEvent,
    logger: { ...silentLogger, warn },
  };
  return { relay: new EventRelay(context), warn };
}

test('what a runtime tells is told as of the step under way', () => {
  const heard = vi.fn();
  const { relay } = relayTo(heard);
  relay.pass({ type: 'step-start', sessionId: 's', runId: 'r', step: 3 });
  relay.emit({ type: 'step-end' });
  expect(heard.mock.calls.flat()).toEqual([
    { type: 'step-start', sessionId: 's', runId: 'r', step: 3 },
    { type: 'step-end', sessionId: 's', runId: 'r', step: 3 },
  ]);
});

test.each<[string, AgentEventListener]>([
  [
    'throws',
    () => {
      throw new Error('listener');
    },
  ],
  ['rejects', () => Promise.reject(new Error('listener'))],
])('a listener that %s is logged, and nothing else happens', async (_, listener) => {
  const { relay, warn } = relayTo(listener);
  relay.emit({ type: 'step-end' });
  await Promise.resolve();
  expect(warn).toHaveBeenCalledOnce();
});
