import type { ContentPart } from '@ai4j/agent';
import { textPart } from './content-of.ts';
import type { ImportContext } from './importer.ts';
import { isObject, type JsonObject, objectOf, resultText, textOf } from './json-value.ts';

/** A Gemini part list: a string, one part, or several. */
export function geminiParts(value: unknown): readonly JsonObject[] {
  const list = Array.isArray(value) ? value : [value];
  return list.flatMap((part) => (typeof part === 'string' ? [{ text: part }] : isObject(part) ? [part] : []));
}

/** A part that is said or shown; undefined for calls, responses and what cannot be read. */
export async function geminiContentPart(
  part: JsonObject,
  context: ImportContext,
  line?: number,
): Promise<ContentPart | undefined> {
  const text = textOf(part.text);
  if (text) return textPart(text);
  if (isObject(part.inlineData)) {
    const { data, mimeType } = part.inlineData;
    const media = await context.media.part({ data: textOf(data), mediaType: textOf(mimeType) });
    if (!media) context.problem('inline data that is not readable', line);
    return media ?? textPart('[unreadable inline data]');
  }
  const file = objectOf(part.fileData);
  return context.media.part({ url: textOf(file.fileUri), mediaType: textOf(file.mimeType) });
}

/** What a function response told the model: its output, its error, or all of it as JSON. */
export function geminiResponse(functionResponse: JsonObject): {
  readonly text: string;
  readonly isError: boolean;
} {
  const response = objectOf(functionResponse.response);
  if (response.error !== undefined) return { text: resultText(response.error), isError: true };
  if (response.output !== undefined) return { text: resultText(response.output), isError: false };
  return { text: resultText(functionResponse.response), isError: false };
}
