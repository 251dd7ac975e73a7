import { z } from 'zod/v4';

const mediaSourceSchemas = [
  z
    .object({ type: z.literal('blob'), hash: z.string(), sizeBytes: z.number().int().nonnegative() })
    .readonly(),
  z.object({ type: z.literal('url'), url: z.string() }).readonly(),
] as const;

/** Where the bytes of an image or file are: in a blob store by content hash, or at a URL. Never inline. */
export type MediaSource = z.infer<(typeof mediaSourceSchemas)[number]>;
// Exported unions are declared as z.ZodType: zod 3.25 cannot read the type of zod 4's discriminated unions.
export const mediaSourceSchema: z.ZodType<MediaSource> = z.discriminatedUnion('type', mediaSourceSchemas);

export const textPartSchema = z.object({ type: z.literal('text'), text: z.string() }).readonly();

export const imagePartSchema = z
  .object({
    type: z.literal('image'),
    mediaType: z.string(),
    source: mediaSourceSchema,
    widthPx: z.number().int().positive().optional(),
    heightPx: z.number().int().positive().optional(),
  })
  .readonly();

export const filePartSchema = z
  .object({
    type: z.literal('file'),
    mediaType: z.string(),
    source: mediaSourceSchema,
    filename: z.string().optional(),
  })
  .readonly();

const contentPartSchemas = [textPartSchema, imagePartSchema, filePartSchema] as const;
export type ContentPart = z.infer<(typeof contentPartSchemas)[number]>;
export const contentPartSchema: z.ZodType<ContentPart> = z.discriminatedUnion('type', contentPartSchemas);

/** What a message says or a tool returned: plain text, or parts in order. */
export const contentSchema = z.union([z.string(), z.array(contentPartSchema).readonly()]);
export type Content = z.infer<typeof contentSchema>;

/** The text of `content`: its text parts joined by a newline; media contribute nothing. */
export function contentText(content: Content): string {
  if (typeof content === 'string') return content;
  const texts: string[] = [];
  for (const part of content) if (part.type === 'text') texts.push(part.text);
  return texts.join('\n');
}

/** The parts of `content`; a plain string is one text part, the empty string none. */
export function contentParts(content: Content): readonly ContentPart[] {
  if (typeof content !== 'string') return content;
  return content === '' ? [] : [{ type: 'text', text: content }];
}
