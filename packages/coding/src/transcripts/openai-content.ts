import type { Content, ContentPart } from '@ai4j/agent';
import { contentOf, textPart } from './content-of.ts';
import type { ImportContext } from './importer.ts';
import { isObject, type JsonObject, objectOf, resultText, textOf } from './json-value.ts';

/** Content of a Chat or Responses message or output: a string, or parts of either API. */
export async function openAiContent(value: unknown, context: ImportContext, line?: number): Promise<Content> {
  if (!Array.isArray(value)) return resultText(value);
  const parts: ContentPart[] = [];
  for (const element of value) {
    const part = isObject(element)
      ? await contentPart(element, context, line)
      : textPart(resultText(element));
    if (part) parts.push(part);
  }
  return contentOf(parts);
}

async function contentPart(
  part: JsonObject,
  context: ImportContext,
  line: number | undefined,
): Promise<ContentPart | undefined> {
  const text = textOf(part.text) ?? textOf(part.refusal);
  switch (part.type) {
    case 'text':
    case 'input_text':
    case 'output_text':
    case 'refusal':
    case 'summary_text':
    case 'reasoning_text':
      return text === undefined ? undefined : textPart(text);
    case 'image_url':
      return media(part, {
        url: textOf(objectOf(part.image_url).url) ?? textOf(part.image_url),
        mediaType: 'image/*',
      });
    case 'input_image':
      return media(part, { url: textOf(part.image_url) ?? fileUrl(part), mediaType: 'image/*' });
    case 'input_audio': {
      const audio = objectOf(part.input_audio);
      return media(part, { data: textOf(audio.data), mediaType: `audio/${textOf(audio.format) ?? '*'}` });
    }
    case 'file':
    case 'input_file': {
      const file = part.type === 'file' ? objectOf(part.file) : part;
      const url = textOf(file.file_data) ?? textOf(file.file_url) ?? fileUrl(file);
      return media(part, { url, filename: textOf(file.filename) });
    }
    default:
      context.problem(
        `a content part of type ${JSON.stringify(part.type) ?? 'unknown'} that cannot be read`,
        line,
      );
      return text === undefined ? textPart(`[unreadable ${textOf(part.type) ?? 'part'}]`) : textPart(text);
  }

  async function media(
    recorded: JsonObject,
    source: Parameters<ImportContext['media']['part']>[0],
  ): Promise<ContentPart> {
    // A data URL knows its own type better than the kind of the part does.
    const isDataUrl = source.url?.startsWith('data:') ?? false;
    const read = await context.media.part(isDataUrl ? { ...source, mediaType: undefined } : source);
    if (!read)
      context.problem(`a content part of type ${JSON.stringify(recorded.type)} without readable data`, line);
    return read ?? textPart(`[unreadable ${textOf(recorded.type) ?? 'part'}]`);
  }
}

/** Files that were uploaded before are known by their id alone. */
function fileUrl(part: JsonObject): string | undefined {
  const fileId = textOf(part.file_id);
  return fileId === undefined ? undefined : `openai-file:${fileId}`;
}
