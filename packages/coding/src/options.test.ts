import { ConfigError } from '@ai4j/agent';
import { describe, expect, test } from 'vitest';
import { type CodingAgentOptions, codingAgentOptionsSchema, resolveCodingAgentOptions } from './options.ts';

test('nothing set gives the defaults of the reference, but for the numbers we change', () => {
  expect(resolveCodingAgentOptions()).toEqual({
    includeBuiltInTools: true,
    prependWorkspaceInstructions: true,
    defaultFileListMaxDepth: 4,
    defaultFileListMaxEntries: 200,
    defaultReadMaxChars: 12_000,
    defaultCommandTimeoutMs: 30_000,
    defaultBashLogChars: 12_000,
    maxProcessOutputChars: 120_000,
    processStopGraceMs: 1_000,
    autoCompactEnabled: true,
    compactContextWindowTokens: 128_000,
    compactReserveTokens: 16_384,
    compactKeepRecentTokens: 20_000,
    compactSummaryMaxOutputTokens: 4_000,
    compactSummaryTimeoutMs: 120_000,
    compactSummarizer: 'model',
    compactAimShare: 0.6,
    minimumGain: 0.1,
    toolResultMicroCompactEnabled: true,
    toolResultMicroCompactKeepRecent: 3,
    toolResultMicroCompactMaxTokens: 1_200,
    toolResultMicroCompactExemptTools: [],
    autoCompactMaxConsecutiveFailures: 3,
    autoContinueEnabled: true,
    maxAutoFollowUps: 2,
    maxTotalTurns: 6,
    continueAfterCompact: true,
    stopOnApprovalBlock: true,
    stopOnExplicitQuestion: true,
    compactTargetTokens: 111_616,
    compactAimTokens: 66_969,
  });
});

describe('budgets that follow from the window', () => {
  test.each<[CodingAgentOptions, reserve: number, keepRecent: number, target: number]>([
    [{ compactContextWindowTokens: 16_000 }, 4_000, 4_000, 12_000],
    [{ compactContextWindowTokens: 1_000_000 }, 16_384, 20_000, 983_616],
    [{ compactContextWindowTokens: 1_000, compactReserveTokens: 900 }, 900, 50, 100],
    [{ compactContextWindowTokens: 1_000, compactKeepRecentTokens: 700 }, 250, 700, 750],
    [{ compactContextWindowTokens: 1_000, compactReserveTokens: 0, compactKeepRecentTokens: 0 }, 0, 0, 1_000],
    [{ compactContextWindowTokens: 1 }, 0, 0, 1],
  ])('%j', (options, reserve, keepRecent, target) => {
    const resolved = resolveCodingAgentOptions(options);
    expect([
      resolved.compactReserveTokens,
      resolved.compactKeepRecentTokens,
      resolved.compactTargetTokens,
    ]).toEqual([reserve, keepRecent, target]);
  });
});

describe('what can never work names the knob, its value and what it may be', () => {
  const messageFor = (options: unknown) => {
    try {
      resolveCodingAgentOptions(options as CodingAgentOptions);
    } catch (error) {
      if (ConfigError.isInstance(error)) return error.message;
    }
    return undefined;
  };

  test.each([
    [
      { compactReserveTokens: 70_000, compactKeepRecentTokens: 70_000 },
      'compactReserveTokens 70000 and compactKeepRecentTokens 70000 leave nothing of compactContextWindowTokens 128000; together they must be less than it.',
    ],
    [
      { compactContextWindowTokens: 1_000, compactReserveTokens: 1_000 },
      'compactReserveTokens 1000 and compactKeepRecentTokens 0 leave nothing of compactContextWindowTokens 1000; together they must be less than it.',
    ],
    [{ maxTotalTurns: -1 }, 'maxTotalTurns is -1: Too small: expected number to be >=0.'],
    [
      { autoCompactEnabled: 'yes' },
      'autoCompactEnabled is "yes": Invalid input: expected boolean, received string.',
    ],
    [
      { compactSummarizer: 'gpt' },
      'compactSummarizer is "gpt": Invalid option: expected one of "model"|"deterministic".',
    ],
    [{ toolExecutorDecorator: 1 }, 'toolExecutorDecorator is 1: it is a function (toolName, tool) => tool.'],
    [7, 'CodingAgentOptions is 7; it is an object.'],
  ])('%j', (options, message) => {
    expect(messageFor(options)).toBe(message);
  });

  test('a knob that does not exist', () => {
    expect(messageFor({ autoCompact: true })).toMatch(
      /^CodingAgentOptions has no autoCompact; it has includeBuiltInTools, .*, stopOnExplicitQuestion\.$/,
    );
  });
  test.each([Number.NaN, Number.POSITIVE_INFINITY, 0.5])('%d Tokens', (value) => {
    expect(messageFor({ compactReserveTokens: value })).toContain(`compactReserveTokens is ${value}: `);
  });
});

test('0 is a value of its own where it has a meaning', () => {
  const zeros = {
    autoCompactMaxConsecutiveFailures: 0,
    maxAutoFollowUps: 0,
    maxTotalTurns: 0,
    toolResultMicroCompactKeepRecent: 0,
    processStopGraceMs: 0,
    minimumGain: 0,
  };
  expect(resolveCodingAgentOptions(zeros)).toMatchObject(zeros);
  expect(codingAgentOptionsSchema.safeParse({ compactContextWindowTokens: 0 }).success).toBe(false);
});
