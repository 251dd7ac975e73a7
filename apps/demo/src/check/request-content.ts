import type { Content } from '@ai4j/agent';
import type { RequestRule } from './request-rule.ts';
import { nameOf } from './sent-request.ts';

/** Memory that holds something is never sent as nothing, unless the budget asks for no items. */
export const requestIsNotEmpty: RequestRule = function* ({ items, budget }, history) {
  if (budget.maxItems === 0 || history.entries.length === 0) return;
  if (!items.some(({ item }) => item.type !== 'summary')) {
    yield `the request is empty, memory holds ${history.entries.length} item(s)`;
  }
};

export const summaryIsFirst: RequestRule = function* ({ items }) {
  for (const [position, { item }] of items.entries()) {
    if (item.type === 'summary' && position > 0)
      yield `the summary ${item.id} stands at position ${position}`;
  }
};

export const itemIdIsUsedOnce: RequestRule = function* ({ items }) {
  const seen = new Set<string>();
  for (const { item } of items) {
    if (seen.has(item.id)) yield `the item id ${item.id} is used twice`;
    seen.add(item.id);
  }
};

/** A message says something, and no text part is empty. What a tool returned may be nothing at all. */
export const textIsNotEmpty: RequestRule = function* ({ items }) {
  for (const sent of items) {
    const { item } = sent;
    switch (item.type) {
      case 'message':
        if (item.content.length === 0 || hasEmptyText(item.content))
          yield `${nameOf(sent)} has empty content`;
        break;
      case 'function_call_output':
        if (hasEmptyText(item.output)) yield `${nameOf(sent)} has an empty text part`;
        break;
      case 'summary':
        if (item.text === '') yield `${nameOf(sent)} is empty`;
        break;
      case 'function_call':
      case 'reasoning':
      case 'opaque':
        break;
      default:
        item satisfies never;
    }
  }
};

function hasEmptyText(content: Content): boolean {
  return typeof content !== 'string' && content.some((part) => part.type === 'text' && part.text === '');
}
