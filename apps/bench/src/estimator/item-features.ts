import {
  type AgentItem,
  addTextShape,
  type Content,
  contentParts,
  type ModelFamily,
  scriptAwareTokenEstimator,
  type TextFeature,
  type TextShape,
  type TokenFactors,
  textFeatures,
} from '@ai4j/agent';

const framingFeatures = ['perMessage', 'perCall', 'perOutput'] as const;

/** The estimator is linear in these, in this order. */
export function toWeights({ text, framing }: TokenFactors): number[] {
  return [
    ...textFeatures.map((feature) => text[feature]),
    ...framingFeatures.map((feature) => framing[feature]),
  ];
}

export function toFactors(weights: readonly number[]): TokenFactors {
  const weight = (index: number): number => weights[index] as number;
  const text = Object.fromEntries(textFeatures.map((feature, index) => [feature, weight(index)]));
  const framing = Object.fromEntries(
    framingFeatures.map((feature, index) => [feature, weight(textFeatures.length + index)]),
  );
  return {
    text: text as Record<TextFeature, number>,
    framing: framing as Record<(typeof framingFeatures)[number], number>,
  };
}

/** What is linear in the factors, and what has a price of its own: media, and reasoning priced by its signature. */
export interface ItemFeatures {
  readonly features: readonly number[];
  readonly fixedTokens: number;
}

/** @param factors decide whether reasoning counts by its text or by its signature */
export function itemFeatures(
  items: readonly AgentItem[],
  family: ModelFamily,
  factors: TokenFactors,
): ItemFeatures {
  const textFree = scriptAwareTokenEstimator({ family, factors: toFactors(toWeights(factors).map(() => 0)) });
  const counter = scriptAwareTokenEstimator({ family, factors });
  const features = toWeights(factors).map(() => 0);
  let fixedTokens = 0;
  for (const item of items) {
    const ownPrice = isTextOnly(item) ? 0 : textFree.countItem(item);
    const pricedByText = item.type === 'reasoning' && ownPrice < counter.countItem(item);
    if (!pricedByText) fixedTokens += ownPrice;
    if (!pricedByText && item.type === 'reasoning') continue;
    shapeOf(item).forEach((count, index) => {
      features[index] = (features[index] as number) + count;
    });
    const framed = framingOf(item);
    if (framed !== undefined) {
      const index = textFeatures.length + framingFeatures.indexOf(framed);
      features[index] = (features[index] as number) + 1;
    }
  }
  return { features, fixedTokens };
}

function isTextOnly(item: AgentItem): boolean {
  switch (item.type) {
    case 'message':
      return typeof item.content === 'string';
    case 'function_call_output':
      return typeof item.output === 'string';
    case 'function_call':
    case 'summary':
      return true;
    case 'reasoning':
    case 'opaque':
      return false;
    default:
      return item satisfies never;
  }
}

const shapes = new WeakMap<AgentItem, TextShape>();

/** Every fit looks at every item: their texts are read once. */
function shapeOf(item: AgentItem): TextShape {
  let shape = shapes.get(item);
  if (shape === undefined) {
    shape = new Float64Array(textFeatures.length);
    for (const text of textsOf(item)) addTextShape(text, shape);
    shapes.set(item, shape);
  }
  return shape;
}

/** The texts of an item that are sent. */
export function textsOf(item: AgentItem): readonly string[] {
  switch (item.type) {
    case 'message':
      return contentTexts(item.content);
    case 'function_call':
      return [item.name, item.arguments];
    case 'function_call_output':
      return contentTexts(item.output);
    case 'reasoning':
      return item.cleared ? [] : [item.text];
    case 'summary':
      return [item.text];
    case 'opaque':
      return [];
    default:
      return item satisfies never;
  }
}

function contentTexts(content: Content): readonly string[] {
  return contentParts(content).flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

function framingOf(item: AgentItem): (typeof framingFeatures)[number] | undefined {
  switch (item.type) {
    case 'function_call':
      return 'perCall';
    case 'function_call_output':
      return 'perOutput';
    case 'reasoning':
      return undefined;
    case 'message':
    case 'opaque':
    case 'summary':
      return 'perMessage';
    default:
      return item satisfies never;
  }
}
