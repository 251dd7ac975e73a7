import type { ImportContext, Importer } from './importer.ts';
import { isObject, type JsonObject, objectOf, textOf } from './json-value.ts';
import { SessionBuilder } from './session-builder.ts';
import type { TranscriptSession } from './transcript.ts';

/** Where a document has its list, and what is said of it in reports. */
export interface DocumentList {
  /** The field of the document; a document may also be the list itself. */
  readonly field: string;
  /** Such as `messages`. */
  readonly elements: string;
  /** Such as `message`. */
  readonly element: string;
}

/** Adds one element, the one at `index` of the list, to the session. */
export type AddElement = (element: JsonObject, index: number) => void | Promise<void>;

/**
 * Reads documents that are one session each: a request body, or its list alone. `open` adds what the
 * document says beside the list, and then gets the elements in order; those that are no objects are reported.
 */
export function documentImporter(
  context: ImportContext,
  { field, elements, element }: DocumentList,
  open: (session: SessionBuilder, document: JsonObject, line: number | undefined) => AddElement,
): Importer {
  const sessions: TranscriptSession[] = [];
  return {
    async record(value, line) {
      const document = objectOf(value);
      const list = Array.isArray(value) ? value : document[field];
      if (!Array.isArray(list)) return context.problem(`a document without ${elements}`, line);
      const id = textOf(document.id) ?? `session-${sessions.length + 1}`;
      const session = new SessionBuilder(id, { hiddenPrefix: false });
      const add = open(session, document, line);
      for (const [index, entry] of list.entries()) {
        if (isObject(entry)) await add(entry, index);
        else context.problem(`${element} ${index} is not an object`, line);
      }
      sessions.push(session.build());
    },
    finish: async () => sessions,
  };
}

/** Documents of chat messages. */
export const messageList: DocumentList = { field: 'messages', elements: 'messages', element: 'message' };
