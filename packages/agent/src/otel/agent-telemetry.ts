import type { Tracer } from '@opentelemetry/api';
import type { AgentEvent, AgentEventListener, AgentEventPlace } from '../loop/agent-event.ts';
import type { Redactor } from '../redactor.ts';
import { allContent, noContent } from './recorded-content.ts';
import { RunSpans, type RunSpansOptions } from './run-spans.ts';
import { genAi } from './semantic-names.ts';

export interface AgentTelemetryOptions {
  readonly tracer: Tracer;
  /** Names the agent in spans. */
  readonly agentName?: string | undefined;
  /** As the conventions write it: `openai`, `anthropic`, `gcp.gemini`. */
  readonly providerName?: string | undefined;
  /** Prompts, answers, arguments and outputs become attributes. Default false: figures, names and ids only. */
  readonly recordContent?: boolean | undefined;
  /** What content passes through before it is recorded. Default: unchanged. */
  readonly redact?: Redactor | undefined;
}

/**
 * Makes spans of what runs tell, by the GenAI semantic conventions: `invoke_agent` for a run, and under
 * it `chat` for each model call and `execute_tool` for each tool; projections and compactions are events
 * of the run. One listener serves any number of sessions and runs at once, and a run leaves no span open,
 * however it ends. Error messages count as content: not even with `recordContent` are they recorded.
 */
export function agentTelemetry(options: AgentTelemetryOptions): AgentEventListener {
  const { tracer, agentName, providerName, recordContent = false, redact = (text) => text } = options;
  const spansOptions: RunSpansOptions = {
    tracer,
    agentName,
    content: recordContent ? allContent(redact) : noContent,
    attributes: providerName === undefined ? {} : { [genAi.providerName]: providerName },
  };
  const runs = new Map<string, RunSpans>();
  return (event) => {
    const key = runKey(event);
    const run = runs.get(key) ?? (mayBeFirst(event) ? new RunSpans(event, spansOptions) : undefined);
    if (!run) return;
    if (run.on(event)) runs.delete(key);
    else runs.set(key, run);
  };
}

/** What comes after the end of a run is of nobody's concern; a run that failed at once never started. */
function mayBeFirst({ type }: AgentEvent): boolean {
  return type === 'run-start' || type === 'run-failed';
}

/** Run ids are unique in a session only. */
function runKey({ sessionId, runId }: AgentEventPlace): string {
  return JSON.stringify([sessionId, runId]);
}
