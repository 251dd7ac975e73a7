import type { AgentResult, MemoryItem, OutputOutcome } from '@ai4j/agent';
import { assistant, call, output } from '@ai4j/agent/testing';
import { expect, test } from 'vitest';
import { turnSignals } from './turn-signals.ts';

const steps = (...outcomes: OutputOutcome[]): MemoryItem[] =>
  outcomes.flatMap((outcome, n) => [call(`${n}`, 'bash'), output(`${n}`, 'text', { outcome })]);

const turn = (
  items: MemoryItem[],
  text = 'The answer.',
  extra: Partial<AgentResult> = {},
): Parameters<typeof turnSignals>[0] => ({
  stopReason: 'completed',
  text,
  items: [...items, assistant(text)],
  ...extra,
});

test('an error that a later call recovered from is none', () => {
  expect(turnSignals(turn(steps('error', 'ok'))).endedInToolError).toBe(false);
  expect(turnSignals(turn(steps('ok', 'error'))).endedInToolError).toBe(true);
  expect(turnSignals(turn(steps('error'))).endedInToolError).toBe(true);
  expect(turnSignals(turn([])).endedInToolError).toBe(false);
});

test('outcomes tell, not what a text begins with', () => {
  const quoting = [
    call('1', 'read_file'),
    output('1', '[approval-rejected] is what the docs call it'),
    call('2', 'read_file'),
    output('2', 'TOOL_ERROR: is how they begin'),
  ];
  const { wasRejected, endedInToolError, usedTools } = turnSignals(turn(quoting));
  expect({ wasRejected, endedInToolError, usedTools }).toEqual({
    wasRejected: false,
    endedInToolError: false,
    usedTools: true,
  });
  expect(turnSignals(turn(steps('rejected', 'ok'))).wasRejected).toBe(true);
});

test('an answer cut off by the output limit, and one without text', () => {
  expect(turnSignals(turn([], 'I was going to', { finishReason: 'length' })).isCutOff).toBe(true);
  expect(turnSignals(turn(steps('ok'), ' ')).hasText).toBe(false);
});
