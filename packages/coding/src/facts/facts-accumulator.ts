import {
  contentText,
  type FunctionCallItem,
  type FunctionCallOutputItem,
  isTypedUserMessage,
  type MemoryItem,
  shellCommandOf,
  type TrackedFiles,
  trackFiles,
} from '@ai4j/agent';
import { CommandRuns } from './command-runs.ts';
import { statesConstraint } from './constraint-cues.ts';
import type { Facts, RejectedCall, StatedConstraint } from './facts.ts';
import type { RequestsLedger } from './requests-ledger.ts';
import { RequestsTracker } from './requests-tracker.ts';
import { RunningWorkTracker } from './running-work.ts';
import { shorten } from './shorten.ts';
import { userSentences } from './user-sentences.ts';

/** Rejections carried on, the newest. */
const MAX_REJECTED_CALLS = 20;
const MAX_REASON_CHARS = 300;

/** Reads facts off items as they come: adding costs what is new, whatever came before. */
export class FactsAccumulator {
  readonly #constraints = new Map<string, StatedConstraint>();
  readonly #requests: RequestsTracker;
  readonly #commands = new CommandRuns();
  readonly #running = new RunningWorkTracker();
  readonly #openCalls = new Map<string, FunctionCallItem>();
  #files: TrackedFiles = { read: [], modified: [] };
  #rejected: readonly RejectedCall[] = [];

  /** Requests go on from `ledger`, which a checkpoint carries. */
  constructor(ledger: RequestsLedger = []) {
    this.#requests = new RequestsTracker(ledger);
  }

  add(items: readonly MemoryItem[]): void {
    const carriedOut: FunctionCallItem[] = [];
    for (const item of items) {
      this.#requests.add(item);
      if (isTypedUserMessage(item)) this.#addStatements(item.id, contentText(item.content));
      else if (item.type === 'function_call') this.#begin(item);
      else if (item.type === 'function_call_output') {
        const call = this.#end(item);
        if (call && didSomething(call, item)) carriedOut.push(call);
      }
    }
    this.#files = trackFiles(this.#files, carriedOut);
  }

  get facts(): Facts {
    return {
      constraints: [...this.#constraints.values()],
      requests: this.#requests.ledger,
      readPaths: this.#files.read,
      modifiedPaths: this.#files.modified,
      commands: this.#commands.all,
      rejectedCalls: this.#rejected,
      runningWork: this.#running.all,
    };
  }

  #addStatements(itemId: string, text: string): void {
    for (const sentence of userSentences(text)) {
      if (statesConstraint(sentence) && !this.#constraints.has(sentence)) {
        this.#constraints.set(sentence, { itemId, text: sentence });
      }
    }
  }

  #begin(call: FunctionCallItem): void {
    this.#openCalls.set(call.callId, call);
    this.#running.begin(call);
  }

  /** The call that `output` answers, if it was open. */
  #end(output: FunctionCallOutputItem): FunctionCallItem | undefined {
    const call = this.#openCalls.get(output.callId);
    if (!call) return undefined;
    this.#openCalls.delete(output.callId);
    this.#running.end(call, output);
    const command = shellCommandOf(call);
    if (output.outcome === 'rejected') this.#addRejection(call, output);
    else if (command !== undefined) this.#commands.add(command, output);
    return call;
  }

  #addRejection(call: FunctionCallItem, { id, output }: FunctionCallOutputItem): void {
    const reason = shorten(contentText(output).trim(), MAX_REASON_CHARS);
    const rejected = { itemId: id, toolName: call.name, reason };
    this.#rejected = [...this.#rejected, rejected].slice(-MAX_REJECTED_CALLS);
  }
}

/** A failed edit touched nothing; a failed command may have. */
function didSomething(call: FunctionCallItem, { outcome }: FunctionCallOutputItem): boolean {
  if (outcome === 'rejected') return false;
  return outcome !== 'error' || shellCommandOf(call) !== undefined;
}

/** The facts of `items` alone, or of what follows the part of a session that `ledger` tells of. */
export function factsOf(items: readonly MemoryItem[], ledger: RequestsLedger = []): Facts {
  const accumulator = new FactsAccumulator(ledger);
  accumulator.add(items);
  return accumulator.facts;
}
