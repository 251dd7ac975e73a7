import type { ContentPart } from '../items/content.ts';
import type { ModelFamily } from './model-family.ts';

export type ImagePart = Extract<ContentPart, { type: 'image' }>;
export type FilePart = Extract<ContentPart, { type: 'file' }>;

/** Tokens of an image whose size or provider rule is unknown: the 4,800 chars of the Java original. */
export const UNKNOWN_IMAGE_TOKENS = 1_200;

/** Tokens of a document per started `DOCUMENT_UNIT_BYTES`; the least any document costs. */
const DOCUMENT_UNIT_TOKENS = 1_200;
const DOCUMENT_UNIT_BYTES = 64 * 1024;
const TEXT_FILE_BYTES_PER_TOKEN = 4;

/**
 * Tokens of an image, never of the bytes that encode it. By the rule that the provider publishes when
 * the pixels are known, else 1,200:
 * - anthropic: width × height / 750 after shrinking to 1,568 px, at most 1,600;
 * - openai: 85 + 170 per 512 px tile after shrinking into 2,048 px and the short side to 768 px;
 * - gemini: 258 up to 384 px, else 258 per 768 px tile.
 */
export function imageTokens(image: ImagePart, family: ModelFamily): number {
  const { widthPx, heightPx } = image;
  if (widthPx === undefined || heightPx === undefined) return UNKNOWN_IMAGE_TOKENS;
  switch (family) {
    case 'anthropic':
      return anthropicImageTokens(widthPx, heightPx);
    case 'openai':
      return openaiImageTokens(widthPx, heightPx);
    case 'gemini':
      return geminiImageTokens(widthPx, heightPx);
    case 'deepseek':
    case 'llama':
    case 'default':
      return UNKNOWN_IMAGE_TOKENS;
    default:
      return family satisfies never;
  }
}

/**
 * Tokens of a file by its size: 4 bytes a Token where the media type is text, else 1,200 per started
 * 64 KiB (a few pages of a PDF). A file at a URL is of unknown size: 1,200.
 */
export function fileTokens(file: FilePart): number {
  if (file.source.type === 'url') return DOCUMENT_UNIT_TOKENS;
  const { sizeBytes } = file.source;
  if (isTextMediaType(file.mediaType)) return Math.ceil(sizeBytes / TEXT_FILE_BYTES_PER_TOKEN);
  return DOCUMENT_UNIT_TOKENS * Math.max(1, Math.ceil(sizeBytes / DOCUMENT_UNIT_BYTES));
}

function anthropicImageTokens(widthPx: number, heightPx: number): number {
  const scale = Math.min(1, 1_568 / Math.max(widthPx, heightPx));
  return Math.min(1_600, Math.ceil((widthPx * scale * heightPx * scale) / 750));
}

function openaiImageTokens(widthPx: number, heightPx: number): number {
  const fit = Math.min(1, 2_048 / Math.max(widthPx, heightPx));
  const scale = fit * Math.min(1, 768 / (Math.min(widthPx, heightPx) * fit));
  return 85 + 170 * Math.ceil((widthPx * scale) / 512) * Math.ceil((heightPx * scale) / 512);
}

function geminiImageTokens(widthPx: number, heightPx: number): number {
  if (widthPx <= 384 && heightPx <= 384) return 258;
  return 258 * Math.ceil(widthPx / 768) * Math.ceil(heightPx / 768);
}

function isTextMediaType(mediaType: string): boolean {
  return /^text\/|[/+](json|xml|yaml|javascript|typescript)\b/.test(mediaType);
}
