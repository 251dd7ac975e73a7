import type { Content, ContentPart, MessageOrigin, OutputOutcome } from '@ai4j/agent';
import { contentOf, textPart } from './content-of.ts';
import type { ImportContext } from './importer.ts';
import {
  argumentsText,
  isObject,
  type JsonObject,
  objectOf,
  objectsOf,
  resultText,
  textOf,
} from './json-value.ts';
import { recordedObjects } from './recorded-objects.ts';
import type { SessionBuilder } from './session-builder.ts';

/** Where the blocks of one Anthropic message go, and what only the recording's format can say about them. */
export interface AnthropicPlace {
  readonly context: ImportContext;
  readonly session: SessionBuilder;
  /** The id of the message's first item; later ones get `:1`, `:2`, … */
  readonly id: string;
  readonly line?: number | undefined;
  readonly originOf?: (text: string) => MessageOrigin | undefined;
  readonly outcomeOf?: (isError: boolean, text: string) => OutputOutcome;
}

/** The content of a message: a plain string is one text block. */
export function anthropicBlocks(content: unknown): readonly JsonObject[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : objectsOf(content);
}

function blocksOf(content: unknown, { context, line }: AnthropicPlace): readonly JsonObject[] {
  return typeof content === 'string'
    ? anthropicBlocks(content)
    : recordedObjects(content, 'a content block', context, line);
}

/** Adds what a model wrote, one item a block; returns the ids of the items. */
export async function addAnthropicResponse(
  content: unknown,
  responseId: string,
  place: AnthropicPlace,
): Promise<string[]> {
  const { session, line } = place;
  const ids: string[] = [];
  const nextId = () => itemId(place.id, ids.length);
  for (const block of blocksOf(content, place)) {
    const side = { id: nextId(), responseId };
    switch (block.type) {
      case 'text': {
        const text = textOf(block.text);
        if (text) ids.push(session.add({ type: 'message', ...side, role: 'assistant', content: text }, line));
        break;
      }
      case 'thinking': {
        const signature = textOf(block.signature);
        ids.push(
          session.add(
            {
              type: 'reasoning',
              ...side,
              text: textOf(block.thinking) ?? '',
              ...(signature ? { providerData: { anthropic: { signature } } } : {}),
            },
            line,
          ),
        );
        break;
      }
      case 'tool_use':
      case 'server_tool_use':
        ids.push(
          session.addCall(
            {
              type: 'function_call',
              ...side,
              callId: textOf(block.id),
              name: textOf(block.name) ?? '',
              arguments: argumentsText(block.input),
              kind: 'json',
              ...(block.type === 'server_tool_use' ? { providerExecuted: true } : {}),
            },
            line,
          ),
        );
        break;
      default: {
        const media = await mediaPart(block, place.context, line);
        if (media)
          ids.push(session.add({ type: 'message', ...side, role: 'assistant', content: [media] }, line));
        // Redacted thinking, results of tools that the provider ran, and what is yet to come.
        else if (textOf(block.type)) {
          ids.push(
            session.add(
              { type: 'opaque', ...side, provider: 'anthropic', providerData: { anthropic: block } },
              line,
            ),
          );
        } else place.context.problem('a content block without a type', line);
      }
    }
  }
  return ids;
}

/** Adds what a model was told: an item for each tool result, and one message for each run of other blocks. */
export async function addAnthropicInput(content: unknown, place: AnthropicPlace): Promise<string[]> {
  const { session, line } = place;
  const ids: string[] = [];
  let said: ContentPart[] = [];
  const flush = () => {
    if (said.length === 0) return;
    const content = contentOf(said);
    const origin = place.originOf?.(firstText(said));
    const message = { type: 'message', id: itemId(place.id, ids.length), role: 'user', content } as const;
    ids.push(session.add(origin ? { ...message, origin } : message, line));
    said = [];
  };
  for (const block of blocksOf(content, place)) {
    if (block.type !== 'tool_result') {
      said.push(...(await inputParts(block, place.context, line)));
      continue;
    }
    flush();
    const output = await toolResultContent(block.content, place.context, line);
    const text = typeof output === 'string' ? output : firstText(output);
    const outcome =
      place.outcomeOf?.(block.is_error === true, text) ?? (block.is_error === true ? 'error' : 'ok');
    const id = itemId(place.id, ids.length);
    const added = session.addOutput(
      { type: 'function_call_output', id, callId: textOf(block.tool_use_id), output, outcome },
      line,
    );
    if (added.match === 'repeated')
      place.context.problem(`a second result for call ${String(block.tool_use_id)}`, line);
    ids.push(added.id);
  }
  flush();
  return ids;
}

/** The content of a `tool_result`: text, blocks, or a JSON value of the tool's own. */
async function toolResultContent(
  value: unknown,
  context: ImportContext,
  line: number | undefined,
): Promise<Content> {
  if (!Array.isArray(value)) return resultText(value);
  const parts: ContentPart[] = [];
  for (const element of value) {
    if (isObject(element) && textOf(element.type)) parts.push(...(await inputParts(element, context, line)));
    else parts.push(textPart(resultText(element)));
  }
  return contentOf(parts);
}

async function inputParts(
  block: JsonObject,
  context: ImportContext,
  line: number | undefined,
): Promise<ContentPart[]> {
  const text = textOf(block.text);
  if (block.type === 'text') return text ? [textPart(text)] : [];
  if (block.type === 'tool_reference') return [textPart(`[tool: ${resultText(block.tool_name)}]`)];
  if (block.type === 'file') return [textPart(`${resultText(block.path)}\n${resultText(block.content)}`)];
  const media = await mediaPart(block, context, line);
  if (media) return [media];
  context.problem(
    `a content block of type ${JSON.stringify(block.type) ?? 'unknown'} that cannot be read`,
    line,
  );
  return [textPart(`[unreadable ${textOf(block.type) ?? 'block'}]`)];
}

/** An `image` or `document` block; documents may hold plain text. */
async function mediaPart(
  block: JsonObject,
  context: ImportContext,
  line: number | undefined,
): Promise<ContentPart | undefined> {
  if (block.type !== 'image' && block.type !== 'document') return undefined;
  const source = objectOf(block.source);
  if (source.type === 'text') return textPart(resultText(source.data));
  const fallback = block.type === 'image' ? 'image/*' : 'application/pdf';
  const part = await context.media.part({
    data: textOf(source.data),
    url: textOf(source.url),
    mediaType: textOf(source.media_type) ?? fallback,
    filename: textOf(block.title),
  });
  if (!part)
    context.problem(`${block.type === 'image' ? 'an image' : 'a document'} without readable data`, line);
  return part ?? textPart(`[unreadable ${block.type}]`);
}

function firstText(parts: readonly ContentPart[]): string {
  for (const part of parts) if (part.type === 'text') return part.text;
  return '';
}

function itemId(first: string, index: number): string {
  return index === 0 ? first : `${first}:${index}`;
}
