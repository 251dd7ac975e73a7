import type { SessionEventInput } from '../log/session-event.ts';
import { assistant, injected, pair, reasoning, user } from './item-builders.ts';

type SamplesByType = {
  readonly [Type in SessionEventInput['type']]: Extract<SessionEventInput, { type: Type }>;
};

const usage = { inputTokens: 10, cacheReadTokens: 5, cacheWriteTokens: 0, outputTokens: 2 };

const contextReport = {
  sourceItemCount: 3,
  projectedItemCount: 2,
  droppedItemCount: 1,
  clearedItemCount: 0,
  sourceApproxChars: 30,
  projectedApproxChars: 20,
  itemLimitApplied: true,
  characterLimitApplied: false,
  tokenLimitApplied: false,
  byteLimitApplied: false,
  notes: ['kept the newest 2 of 3 items'],
} as const;

/** One event of every type of the union, with its optional parts. */
const samplesByType: SamplesByType = {
  'items-appended': {
    type: 'items-appended',
    items: [
      user('go on'),
      injected('a reminder'),
      reasoning('because', { providerData: { signature: 'c2ln', nested: [1, null, { deep: true }] } }),
      ...pair('call-1', 'read', 'text'),
      assistant('done'),
      { type: 'opaque', id: 'opaque-1', provider: 'any', providerData: { payload: 'x' } },
      {
        type: 'message',
        id: 'parts-1',
        role: 'user',
        content: [
          { type: 'text', text: 'see' },
          {
            type: 'image',
            mediaType: 'image/png',
            source: { type: 'blob', hash: 'sha256:00', sizeBytes: 1 },
          },
          { type: 'file', mediaType: 'text/csv', source: { type: 'url', url: 'https://example.com/a.csv' } },
        ],
      },
    ],
    usage,
  },
  'memory-replaced': {
    type: 'memory-replaced',
    reason: 'compact',
    memory: [[2, 3], { seq: 5, item: user('shortened') }],
    summary: 'what was before',
    covered: [1, 4],
    introduced: [6, 6],
    result: {
      policy: 'any',
      completed: ['one'],
      pending: [],
      decisions: [],
      changedArtifacts: [],
      failedCommands: [],
      testResults: [],
      userConfirmations: [],
      sandboxState: [],
      openQuestions: [],
      readFiles: [],
      modifiedFiles: [],
      itemsBefore: 6,
      itemsAfter: 2,
    },
  },
  'compaction-undone': { type: 'compaction-undone', undoneSeq: 9 },
  redacted: { type: 'redacted', ranges: [[1, 2]], reason: 'a secret' },
  pruned: { type: 'pruned', ranges: [[3, 3]], reason: 'older than a year' },
  'approval-requested': {
    type: 'approval-requested',
    callId: 'call-1',
    toolName: 'bash',
    reason: 'it writes',
  },
  'approval-resolved': {
    type: 'approval-resolved',
    callId: 'call-1',
    decision: 'rejected',
    reason: 'not now',
  },
  'forked-from': { type: 'forked-from', sessionId: 'parent', atSeq: 7 },
  extension: {
    type: 'extension',
    namespace: 'nobody-knows',
    kind: 'state',
    data: { list: [1, 'two', null, { $blob: 'no reference', $$blob: 1 }], 'key with spaces': '\u2028\0' },
  },
  report: { type: 'report', report: contextReport },
  'run-started': { type: 'run-started', runId: 'run-1' },
  'run-ended': { type: 'run-ended', runId: 'run-1', stopReason: 'completed', usage },
};

export const sessionEventSamples: readonly SessionEventInput[] = Object.values(samplesByType);
