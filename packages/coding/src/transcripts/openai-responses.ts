import { type DocumentList, documentImporter } from './document-importer.ts';
import type { ImportContext, Importer } from './importer.ts';
import { textOf } from './json-value.ts';
import { OpenAiItems } from './openai-items.ts';

const inputItems: DocumentList = { field: 'input', elements: 'input items', element: 'item' };

/** OpenAI Responses: an array of input items, or a request body with `instructions` and `input`. */
export function openAiResponsesImporter(context: ImportContext): Importer {
  return documentImporter(context, inputItems, (session, request, line) => {
    session.model = textOf(request.model);
    const instructions = textOf(request.instructions);
    if (instructions) session.addSystem('instructions', instructions, line);
    const items = new OpenAiItems(context, session);
    return async (item, index) => {
      const id = `item-${index}`;
      if (session.isEmpty && typeof item.content === 'string' && isSystem(item.role)) {
        session.addSystem(id, item.content, line);
      } else await items.add(item, id, line);
    };
  });
}

function isSystem(role: unknown): boolean {
  return role === 'system' || role === 'developer';
}
