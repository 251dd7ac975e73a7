import type { FunctionCallItem } from '../items/agent-item.ts';
import { lastSeq, type SessionEvent } from '../log/session-event.ts';
import type { SessionEventLog } from '../log/session-event-log.ts';

/** A call that a person must decide on, or has decided on, and that has no output yet. */
export interface Approval {
  readonly call: FunctionCallItem;
  /** Undefined while nobody has decided. */
  readonly decision?: 'approved' | 'rejected' | undefined;
  /** Of the decision, or else of the request. */
  readonly reason?: string | undefined;
}

/**
 * The approvals of a session as a fold of its log: what is asked for in one process is decided in
 * another and carried out in a third. Each event is read once; an approval ends with the output of its call.
 */
export class ApprovalLedger {
  readonly #log: SessionEventLog;
  #version = 0;
  /** Calls without an output, by callId. */
  readonly #openCalls = new Map<string, FunctionCallItem>();
  readonly #approvals = new Map<string, Approval>();
  readonly #usedCallIds = new Set<string>();

  constructor(log: SessionEventLog) {
    this.#log = log;
  }

  /** The last seq that `read` has seen. */
  get version(): number {
    return this.#version;
  }

  /** Whether a call of this session ever had this id, as of the last `read`. */
  isUsed(callId: string): boolean {
    return this.#usedCallIds.has(callId);
  }

  /** Whether any call has no output yet, as of the last `read`. */
  get hasOpenCalls(): boolean {
    return this.#openCalls.size > 0;
  }

  /** Reads on, and returns what is open, in the order in which it was asked for. */
  async read(): Promise<readonly Approval[]> {
    if ((await this.#log.version()) !== this.#version) {
      for await (const event of this.#log.read({ fromSeq: this.#version + 1 })) this.#apply(event);
    }
    return [...this.#approvals.values()];
  }

  #apply(event: SessionEvent): void {
    if (event.seq <= this.#version) return;
    this.#version = lastSeq(event);
    switch (event.type) {
      case 'items-appended':
        for (const item of event.items) {
          if (item.type === 'function_call' && !item.providerExecuted) {
            this.#openCalls.set(item.callId, item);
            this.#usedCallIds.add(item.callId);
          } else if (item.type === 'function_call_output') {
            this.#openCalls.delete(item.callId);
            this.#approvals.delete(item.callId);
          }
        }
        break;
      case 'approval-requested': {
        const call = this.#openCalls.get(event.callId);
        if (call) this.#approvals.set(event.callId, { call, reason: event.reason });
        break;
      }
      case 'approval-resolved': {
        const approval = this.#approvals.get(event.callId);
        if (approval) {
          const { callId, decision, reason } = event;
          this.#approvals.set(callId, { call: approval.call, decision, reason });
        }
        break;
      }
      default: // Nothing else opens or ends an approval; whether memory still holds the call is asked of memory.
    }
  }
}
