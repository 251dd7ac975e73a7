import {
  type Attributes,
  type Context,
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { FunctionCallItem, FunctionCallOutputItem } from '../items/agent-item.ts';
import type { AgentEvent, AgentEventPlace } from '../loop/agent-event.ts';
import type { AgentResult } from '../loop/agent-result.ts';
import { compactionAttributes, projectionAttributes } from './compaction-attributes.ts';
import { failureAttributes } from './failure-attributes.ts';
import { type RecordedContent, semanticFinishReason } from './recorded-content.ts';
import { ai4j, ERROR_TYPE, genAi } from './semantic-names.ts';
import { usageAttributes } from './usage-attributes.ts';

export interface RunSpansOptions {
  readonly tracer: Tracer;
  readonly content: RecordedContent;
  /** On every span. */
  readonly attributes: Attributes;
  readonly agentName: string | undefined;
}

type EventOf<Type extends AgentEvent['type']> = Extract<AgentEvent, { readonly type: Type }>;

/** The spans of one run: the run, and under it the model call and the tools under way. */
export class RunSpans {
  readonly #options: RunSpansOptions;
  readonly #root: Span;
  readonly #parent: Context;
  readonly #tools = new Map<string, Span>();
  #chat: Span | undefined;

  /** Begins under the span that is active where the run was started. */
  constructor({ sessionId, runId }: AgentEventPlace, options: RunSpansOptions) {
    this.#options = { ...options, attributes: { ...options.attributes, [genAi.conversationId]: sessionId } };
    const { agentName } = options;
    this.#parent = context.active();
    this.#root = this.#start('invoke_agent', agentName, SpanKind.INTERNAL, {
      [genAi.agentName]: agentName,
      [ai4j.runId]: runId,
    });
    this.#parent = trace.setSpan(this.#parent, this.#root);
  }

  /** True once the run is over, and all its spans with it. */
  on(event: AgentEvent): boolean {
    switch (event.type) {
      case 'model-request':
        this.#startChat(event);
        break;
      case 'retry':
        this.#chat?.addEvent('ai4j.model.retry', {
          'ai4j.model.retry.attempt': event.attempt,
          'ai4j.model.retry.delay_ms': event.delayMs,
        });
        break;
      case 'model-response':
        this.#endChat(event);
        break;
      case 'model-failed':
        this.#failChat(event.error);
        break;
      case 'tool-start':
        this.#startTool(event.call, event.step);
        break;
      case 'tool-end':
        this.#endTool(event.call, event.output);
        break;
      case 'approval-requested':
        this.#root.addEvent('ai4j.approval.requested', {
          [genAi.toolName]: event.call.name,
          [genAi.toolCallId]: event.call.callId,
        });
        break;
      case 'memory-compress':
        this.#compressed(event);
        break;
      case 'compact-failed':
        this.#root.addEvent('ai4j.compaction.failed', {
          'ai4j.compaction.reason': event.reason,
          ...failureAttributes(event.error),
        });
        break;
      case 'compact-skipped':
        this.#root.addEvent('ai4j.compaction.skipped', {
          'ai4j.compaction.reason': event.reason,
          'ai4j.compaction.skipped_because': event.why,
        });
        break;
      case 'hook-failed':
        this.#root.addEvent('ai4j.hook.failed', {
          'ai4j.hook': event.hook,
          ...failureAttributes(event.error),
        });
        break;
      case 'run-end':
        this.#end(event.result);
        return true;
      case 'run-failed':
        this.#fail(this.#root, event.error);
        this.#close();
        return true;
      case 'run-start':
      case 'step-start':
      case 'step-end':
      case 'text-delta':
      case 'reasoning-delta':
      case 'call-start':
      case 'call-delta':
        break;
      default:
        event satisfies never;
    }
    return false;
  }

  #startChat({ model, request, tokens, step }: EventOf<'model-request'>): void {
    this.#chat?.end();
    this.#chat = this.#start('chat', model, SpanKind.CLIENT, {
      [genAi.requestModel]: model,
      [genAi.requestMaxTokens]: request.maxOutputTokens,
      [genAi.requestTemperature]: request.temperature,
      [ai4j.step]: step,
      [ai4j.contextTokens]: tokens.tokens,
      [ai4j.contextAnchoredItems]: tokens.anchoredItems,
      ...this.#options.content.ofRequest(request),
    });
  }

  #endChat({ response }: EventOf<'model-response'>): void {
    this.#chat?.setAttributes({
      [genAi.responseModel]: response.model,
      [genAi.responseFinishReasons]: [semanticFinishReason(response.finishReason)],
      ...usageAttributes(response.usage),
      ...this.#options.content.ofResponse(response),
    });
    this.#chat?.end();
    this.#chat = undefined;
  }

  #failChat(error: unknown): void {
    if (!this.#chat) return;
    this.#fail(this.#chat, error);
    this.#chat.end();
    this.#chat = undefined;
  }

  #startTool(call: FunctionCallItem, step: number): void {
    const span = this.#start('execute_tool', call.name, SpanKind.INTERNAL, {
      [genAi.toolName]: call.name,
      [genAi.toolType]: 'function',
      [genAi.toolCallId]: call.callId,
      [ai4j.step]: step,
      ...this.#options.content.ofCall(call),
    });
    this.#tools.set(call.callId, span);
  }

  #endTool({ callId }: FunctionCallItem, output: FunctionCallOutputItem): void {
    const span = this.#tools.get(callId);
    if (!span) return;
    this.#tools.delete(callId);
    span.setAttributes({ [ai4j.toolOutcome]: output.outcome, ...this.#options.content.ofOutput(output) });
    if (output.outcome === 'error') {
      span.setAttribute(ERROR_TYPE, 'tool_error');
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  }

  #compressed({ report, result }: EventOf<'memory-compress'>): void {
    if (result) {
      this.#root.addEvent('ai4j.compaction', compactionAttributes(result));
      return;
    }
    const projection = projectionAttributes(report);
    if (projection) this.#root.addEvent('ai4j.projection', projection);
  }

  #end({ stopReason, steps, usage, error }: AgentResult): void {
    this.#root.setAttributes({
      [ai4j.stopReason]: stopReason,
      [ai4j.steps]: steps,
      ...usageAttributes(usage),
    });
    if (stopReason === 'error') this.#fail(this.#root, error);
    this.#close();
  }

  /** Whatever is still open was cut off with the run. */
  #close(): void {
    this.#chat?.end();
    for (const span of this.#tools.values()) span.end();
    this.#root.end();
  }

  #start(operation: string, subject: string | undefined, kind: SpanKind, attributes: Attributes): Span {
    return this.#options.tracer.startSpan(
      subject === undefined ? operation : `${operation} ${subject}`,
      { kind, attributes: { [genAi.operationName]: operation, ...this.#options.attributes, ...attributes } },
      this.#parent,
    );
  }

  #fail(span: Span, error: unknown): void {
    span.setAttributes(failureAttributes(error));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
}
