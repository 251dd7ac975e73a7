import type { SessionEvent } from '@ai4j/agent';
import type { LoggedHistory } from './logged-history.ts';
import { checkReplacement, checkUndo } from './memory-replacements.ts';
import type { Finding } from './violation.ts';

/** The rules of the log itself: seqs without gaps, ids used once, and nothing that refers to what is not there. */
export class LogIntegrity {
  readonly #itemIds = new Set<string>();
  readonly #openApprovals = new Set<string>();
  readonly #openRuns = new Set<string>();

  /** Checks an event against the history before it. */
  *check(event: SessionEvent, history: LoggedHistory): Iterable<Finding> {
    if (event.seq !== history.version + 1) {
      yield finding(`event ${event.seq} follows seq ${history.version}`);
    }
    switch (event.type) {
      case 'items-appended':
        for (const { id } of event.items) {
          if (this.#itemIds.has(id)) yield finding(`the item id ${id} is appended twice`);
          this.#itemIds.add(id);
        }
        break;
      case 'memory-replaced':
        yield* checkReplacement(event, history);
        break;
      case 'compaction-undone':
        yield* checkUndo(event.undoneSeq, history);
        break;
      case 'redacted':
        yield* beyondTheLog(event, history);
        break;
      case 'pruned':
        yield* beyondTheLog(event, history);
        for (const { seq } of history.entries) {
          if (event.ranges.some(([from, to]) => from <= seq && seq <= to)) {
            yield finding(`seq ${seq} is pruned while memory holds it`);
          }
        }
        break;
      case 'approval-requested':
        this.#openApprovals.add(event.callId);
        break;
      case 'approval-resolved':
        if (!this.#openApprovals.delete(event.callId)) {
          yield finding(`an approval of ${event.callId} is resolved that nobody asked for`);
        }
        break;
      case 'forked-from':
        if (history.loggedCount > 0) yield finding('the session was forked after it had begun');
        break;
      case 'report': {
        const { sourceItemCount, projectedItemCount, droppedItemCount } = event.report;
        if (sourceItemCount !== projectedItemCount + droppedItemCount) {
          yield finding('the items of a logged report do not add up');
        }
        break;
      }
      case 'run-started':
        this.#openRuns.add(event.runId);
        break;
      case 'run-ended':
        if (!this.#openRuns.delete(event.runId))
          yield finding(`the run ${event.runId} ends and did not start`);
        break;
      case 'extension':
        break;
      default:
        event satisfies never;
    }
  }
}

function* beyondTheLog(
  { type, ranges }: Extract<SessionEvent, { type: 'redacted' | 'pruned' }>,
  { version }: LoggedHistory,
): Iterable<Finding> {
  for (const [from, to] of ranges) {
    if (to > version) yield finding(`seqs ${from}–${to} are ${type}, the log ends at ${version}`);
  }
}

function finding(detail: string): Finding {
  return { law: 'log', detail };
}
