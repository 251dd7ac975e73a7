import { CompactError, ContextIndex } from '@ai4j/agent';
import { type BuiltCheckpoint, buildCheckpoint, type CheckpointOrder } from './build-checkpoint.ts';
import { climbCheckpointRungs, prepareNearRecent } from './checkpoint-rungs.ts';
import { codingToolResultMicroCompactor } from './coding-tool-result-micro-compactor.ts';
import { type CodingCompaction, checkpointed, failed, microCompacted, skipped } from './compact-outcome.ts';
import {
  type CodingCompactRequest,
  type CodingSessionCompactorOptions,
  readSituation,
  tokensAfterMicro,
} from './compact-situation.ts';
import { contextFloor } from './context-floor.ts';
import type { PreparedCompaction } from './prepare-compaction.ts';

/** Compacts one session's memory. It changes nothing itself: the session commits what it returns, or does not. */
export interface CodingSessionCompactor {
  /** Every outcome is a result, an abort included; what it throws is a fault of a function it was given. */
  compact(request: CodingCompactRequest): Promise<CodingCompaction>;
  /** Where it would cut now, near keep-recent; undefined when nothing could go. */
  prepare(request: CodingCompactRequest): PreparedCompaction | undefined;
  /** Makes a checkpoint, by the model or mechanically; see `buildCheckpoint`. */
  buildCheckpoint(order: CheckpointOrder): Promise<BuiltCheckpoint>;
}

/** The whole pipeline. One for each session: it remembers what it has measured. */
export function codingSessionCompactor(deps: CodingSessionCompactorOptions): CodingSessionCompactor {
  const { options, counter, index = new ContextIndex() } = deps;
  const micro = codingToolResultMicroCompactor({
    keepRecent: options.toolResultMicroCompactKeepRecent,
    maxTokens: options.toolResultMicroCompactMaxTokens,
    exemptTools: options.toolResultMicroCompactExemptTools,
  });

  return {
    prepare: (request) => prepareNearRecent(readSituation(request, deps, index)),
    buildCheckpoint: (order) => buildCheckpoint(order, deps),

    async compact(request) {
      const situation = readSituation(request, deps, index);
      const { limits, memory } = situation;
      if (request.signal?.aborted) return skipped(situation, 'aborted');
      if (request.automatic && !limits.isDue) return skipped(situation, 'fits');

      const floor = contextFloor(memory.view, request.fixedTokens);
      if (floor.tokens > limits.targetTokens) return skipped(situation, 'floor-too-high', floor.parts);

      const isMicroOn = request.automatic && options.toolResultMicroCompactEnabled;
      const goal = {
        neededTokens: situation.tokens - limits.aimTokens,
        worthTokens: limits.minimumGainTokens,
      };
      const cleared = isMicroOn ? micro.compact(memory.view, goal, counter) : undefined;
      if (cleared && tokensAfterMicro(situation, cleared) <= limits.aimTokens) {
        return microCompacted(situation, cleared);
      }

      try {
        const rungs = await climbCheckpointRungs(situation, cleared);
        const { draft, bill } = rungs;
        if (draft) return checkpointed(situation, cleared, draft, bill);
        if (cleared && tokensAfterMicro(situation, cleared) <= limits.mostTokens) {
          return microCompacted(situation, cleared, bill);
        }
        switch (rungs.why) {
          case 'nothing-to-cut':
            return skipped(situation, 'nothing-to-cut', floor.parts, bill);
          case 'no-room':
            return skipped(situation, 'floor-too-high', floor.parts, bill);
          case 'not-enough':
            return failed(situation, floor.parts, bill);
          default:
            return rungs.why satisfies never;
        }
      } catch (error) {
        if (CompactError.isInstance(error) && error.code === 'aborted') return skipped(situation, 'aborted');
        throw error;
      }
    },
  };
}
