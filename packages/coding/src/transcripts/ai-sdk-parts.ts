import type { ContentPart } from '@ai4j/agent';
import { textPart } from './content-of.ts';
import type { ImportContext } from './importer.ts';
import { isObject, type JsonObject, textOf } from './json-value.ts';

/** A text, image or file part of the AI SDK; undefined for parts of other types and for empty text. */
export async function aiSdkContentPart(
  part: JsonObject,
  context: ImportContext,
  line?: number,
): Promise<ContentPart | undefined> {
  const text = textOf(part.text);
  switch (part.type) {
    case 'text':
      return text === undefined ? undefined : textPart(text);
    case 'image':
    case 'file':
    case 'reasoning-file':
    case 'media': {
      const payload = textOf(part.url) ?? textOf(part.image) ?? textOf(part.data);
      const isUrl = payload !== undefined && /^[a-z][a-z0-9+.-]*:/i.test(payload);
      const mediaType = textOf(part.mediaType) ?? textOf(part.mimeType);
      const media = await context.media.part({
        ...(isUrl ? { url: payload } : { data: payload }),
        mediaType: mediaType ?? (part.type === 'image' ? 'image/*' : undefined),
        filename: textOf(part.filename),
      });
      if (!media) context.problem(`a part of type ${part.type} without readable data`, line);
      return media ?? textPart(`[unreadable ${part.type}]`);
    }
    default:
      return undefined;
  }
}

/** What providers must get back, where the part has it. */
export function aiSdkProviderData(part: JsonObject): { readonly providerData?: Record<string, unknown> } {
  const options = part.providerOptions ?? part.providerMetadata ?? part.callProviderMetadata;
  return isObject(options) ? { providerData: { ...options } } : {};
}
