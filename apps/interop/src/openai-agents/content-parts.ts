import type { Content } from '@ai4j/agent';

/** A part of a message, of a tool's output or of reasoning, as OpenAI Agents has it. */
export type OpenAIPart = Readonly<Record<string, unknown>> & { readonly type: string };

/** What is left of parts when their texts are taken out: what they are, their media, annotations and the like. */
export type PartShape = OpenAIPart;

/** The texts as content of ours, one part each, and the shape to put them back into. */
export function takeTexts(parts: readonly OpenAIPart[]): {
  readonly texts: Content;
  readonly shapes: readonly PartShape[];
} {
  return {
    texts: parts.filter(hasText).map(({ text }) => ({ type: 'text' as const, text })),
    shapes: parts.map((part) => (hasText(part) ? withoutText(part) : part)),
  };
}

/** The parts again; undefined when the content was replaced, and the shape is of something that is gone. */
export function putTexts(content: Content, shapes: readonly PartShape[]): OpenAIPart[] | undefined {
  if (typeof content === 'string') return undefined;
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  if (shapes.filter(isTextShape).length !== texts.length) return undefined;
  let next = 0;
  return shapes.map((shape) => (isTextShape(shape) ? { ...shape, text: texts[next++] } : shape));
}

/** Kinds whose text is theirs to say; a shape of them without its text waits for it. */
const textTypes = new Set(['input_text', 'output_text', 'reasoning_text', 'text']);

function hasText(part: OpenAIPart): part is OpenAIPart & { readonly text: string } {
  return textTypes.has(part.type) && typeof part.text === 'string';
}

function isTextShape(shape: PartShape): boolean {
  return textTypes.has(shape.type);
}

function withoutText({ text: _, ...shape }: OpenAIPart & { readonly text: string }): PartShape {
  return { ...shape };
}
