import type { MessageOrigin, OutputOutcome } from '@ai4j/agent';
import { isEmptyContent } from './content-of.ts';
import type { ImportContext } from './importer.ts';
import { argumentsText, isObject, type JsonObject, objectOf, objectsOf, textOf } from './json-value.ts';
import { openAiContent } from './openai-content.ts';
import type { SessionBuilder } from './session-builder.ts';

/**
 * Adds OpenAI Responses items. They name no response: one begins with the first thing the model wrote after an input
 * or an output, and ends with the next of these or with `endResponse`.
 */
export class OpenAiItems {
  readonly #context: ImportContext;
  readonly #session: SessionBuilder;
  #responses = 0;
  #isOpen = false;
  #hasOutputs = false;

  constructor(context: ImportContext, session: SessionBuilder) {
    this.#context = context;
    this.#session = session;
  }

  /** The response that the last items of the model belong to. */
  get responseId(): string | undefined {
    return this.#responses === 0 ? undefined : `response-${this.#responses}`;
  }

  endResponse(): void {
    this.#isOpen = false;
  }

  /** @returns the id of the item that was added, undefined when nothing was */
  async add(
    item: JsonObject,
    fallbackId: string,
    line?: number,
    originOf?: (text: string) => MessageOrigin | undefined,
  ): Promise<string | undefined> {
    const id = textOf(item.id) ?? fallbackId;
    const type = textOf(item.type) ?? (item.role === undefined ? 'without type' : 'message');
    switch (type) {
      case 'message':
        return this.#addMessage(item, id, line, originOf);
      case 'reasoning':
        return this.#session.add({ type: 'reasoning', ...this.#side(id), ...reasoningOf(item) }, line);
      case 'function_call':
      case 'custom_tool_call':
        return this.#session.addCall(
          {
            type: 'function_call',
            ...this.#side(id),
            callId: textOf(item.call_id),
            name: textOf(item.name) ?? '',
            arguments: argumentsText(type === 'function_call' ? item.arguments : item.input),
            kind: type === 'function_call' ? 'json' : 'text',
          },
          line,
        );
      case 'local_shell_call':
      case 'shell_call':
      case 'apply_patch_call':
      case 'computer_call':
        return this.#session.addCall(
          {
            type: 'function_call',
            ...this.#side(id),
            callId: textOf(item.call_id) ?? textOf(item.id),
            name: type.slice(0, -'_call'.length),
            arguments: argumentsText(item.action ?? item.operation),
            kind: 'json',
            providerData: { openai: { type } },
          },
          line,
        );
      case 'ghost_snapshot':
      case 'item_reference':
      case 'without type':
        this.#context.ignore(type);
        return undefined;
      default:
        return type.endsWith('_output')
          ? this.#addOutput(item, id, line)
          : this.#addOpaque(item, id, type, line);
    }
  }

  async #addMessage(
    item: JsonObject,
    id: string,
    line: number | undefined,
    originOf: ((text: string) => MessageOrigin | undefined) | undefined,
  ): Promise<string | undefined> {
    const content = await openAiContent(item.content, this.#context, line);
    if (isEmptyContent(content)) {
      this.#context.ignore('message without content');
      return undefined;
    }
    if (item.role === 'assistant') {
      return this.#session.add({ type: 'message', ...this.#side(id), role: 'assistant', content }, line);
    }
    if (item.role === 'user') {
      this.endResponse();
      const first =
        typeof content === 'string' ? content : content.find((part) => part.type === 'text')?.text;
      const origin = originOf?.(first ?? '');
      return this.#session.add(
        { type: 'message', id, role: 'user', content, ...(origin ? { origin } : {}) },
        line,
      );
    }
    if (item.role === 'system' || item.role === 'developer') {
      this.endResponse();
      return this.#session.add({ type: 'message', id, role: 'system', content }, line);
    }
    this.#context.problem(`a message with the role ${JSON.stringify(item.role) ?? 'missing'}`, line);
    return undefined;
  }

  async #addOutput(item: JsonObject, id: string, line: number | undefined): Promise<string> {
    this.#hasOutputs = true;
    const output = await openAiContent(item.output, this.#context, line);
    const text =
      typeof output === 'string' ? output : (output.find((part) => part.type === 'text')?.text ?? '');
    const callId = textOf(item.call_id) ?? textOf(item.id);
    const added = this.#session.addOutput(
      { type: 'function_call_output', id, callId, output, outcome: outcomeOf(text) },
      line,
    );
    if (added.match === 'repeated') this.#context.problem(`a second output for call ${callId}`, line);
    return added.id;
  }

  /** What the provider ran itself, and items of kinds that are yet to come: carried, not read. */
  #addOpaque(item: JsonObject, id: string, type: string, line: number | undefined): string | undefined {
    if (!isModelItem(type)) {
      this.#context.ignore(type);
      return undefined;
    }
    return this.#session.add(
      { type: 'opaque', ...this.#side(id), provider: 'openai', providerData: { openai: item } },
      line,
    );
  }

  #side(id: string): { readonly id: string; readonly responseId: string } {
    if (!this.#isOpen || this.#hasOutputs) {
      this.#responses++;
      this.#isOpen = true;
      this.#hasOutputs = false;
    }
    return { id, responseId: `response-${this.#responses}` };
  }
}

function isModelItem(type: string): boolean {
  return (
    type.endsWith('_call') ||
    type.startsWith('mcp_') ||
    type === 'compaction' ||
    type === 'context_compaction'
  );
}

function reasoningOf(item: JsonObject) {
  const parts = [...objectsOf(item.summary), ...objectsOf(item.content)];
  const text = parts.flatMap((part) => textOf(part.text) ?? []).join('\n');
  const { id, encrypted_content } = item;
  return textOf(encrypted_content) ? { text, providerData: { openai: { id, encrypted_content } } } : { text };
}

/** Codex tells the outcome in words or in a JSON envelope; other recordings do not tell it. */
function outcomeOf(text: string): OutputOutcome {
  if (/rejected by user|^user rejected/i.test(text.slice(0, 200))) return 'rejected';
  if (/^aborted( by user)?\b/i.test(text)) return 'interrupted';
  if (/^(Exit code: |[\s\S]{0,200}\bProcess exited with code )-?[1-9]/.test(text)) return 'error';
  if (text.startsWith('{') && exitCodeOf(text) > 0) return 'error';
  return 'ok';
}

function exitCodeOf(envelope: string): number {
  if (!envelope.includes('"exit_code"')) return 0;
  try {
    const value: unknown = JSON.parse(envelope);
    const code = isObject(value) ? objectOf(value.metadata).exit_code : 0;
    return typeof code === 'number' ? code : 0;
  } catch {
    return 0; // Not an envelope, just an output that begins like one.
  }
}
