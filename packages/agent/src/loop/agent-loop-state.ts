import { ContextIndex } from '../context/context-index.ts';
import type { ContextReport } from '../log/context-report.ts';
import type { SessionEventLog } from '../log/session-event-log.ts';
import type { ToolDefinition } from '../model/model-client.ts';
import { type ToolSet, toolDefinitions } from '../model/tool.ts';
import type { TokenCounter } from '../tokens/token-counter.ts';
import { ApprovalLedger } from './approval-ledger.ts';
import { RequestMeter } from './request-meter.ts';

/** What the loop keeps of one session from run to run: caches only, each of them a fold of the log. */
export class AgentLoopState {
  readonly projection = new ContextIndex();
  readonly meter: RequestMeter;
  readonly approvals: ApprovalLedger;
  /** The projection that was last written to the log. */
  lastReport: ContextReport | undefined;

  #tools: ToolSet | undefined;
  #definitions: readonly ToolDefinition[] | undefined;

  constructor(options: { readonly log: SessionEventLog; readonly counter: TokenCounter }) {
    this.meter = new RequestMeter(options.counter);
    this.approvals = new ApprovalLedger(options.log);
  }

  /**
   * What the model is told of `tools`: the same array for as long as it says the same, so that it is
   * measured once, though a set may be made anew for each run.
   */
  definitionsOf(tools: ToolSet | undefined): readonly ToolDefinition[] | undefined {
    if (tools !== this.#tools) {
      this.#tools = tools;
      const definitions = tools && toolDefinitions(tools);
      if (JSON.stringify(definitions) !== JSON.stringify(this.#definitions)) this.#definitions = definitions;
    }
    return this.#definitions;
  }
}
