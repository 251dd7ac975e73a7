import { type Content, contentParts, contentText, isTypedUserMessage, type MemoryItem } from '@ai4j/agent';
import { askedQuestion } from './asked-question.ts';
import { boundedLedger, type RequestsLedger, type UserRequest } from './requests-ledger.ts';
import { supersedesEarlier } from './supersedes.ts';

/**
 * Follows what the user asks for through the items of a session, each item once. A typed message opens a
 * request; an answer without tool calls ends the turn and closes what was open; work that goes on without a new
 * message opens it again.
 */
export class RequestsTracker {
  readonly #requests: UserRequest[];
  readonly #knownItemIds: Set<string>;
  #openPositions: number[];
  /** Closed by the last answer: open again if the same turn goes on. */
  #closedPositions: number[];
  #question: string | undefined;

  /** Starts from the ledger of an earlier part of the session; items it has seen may come again. */
  constructor(ledger: RequestsLedger = []) {
    this.#requests = [...ledger];
    this.#knownItemIds = new Set(ledger.map(({ itemId }) => itemId));
    this.#openPositions = [...ledger.keys()].filter((at) => ledger[at]?.state === 'open');
    this.#closedPositions = ledger.at(-1)?.state === 'answered' ? [ledger.length - 1] : [];
  }

  get ledger(): RequestsLedger {
    return boundedLedger(this.#requests);
  }

  add(item: MemoryItem): void {
    if (item.type === 'message' && item.role === 'assistant') this.#answer(contentText(item.content));
    else if (isTypedUserMessage(item)) this.#ask(item.id, requestText(item.content));
    else if (item.type === 'function_call' || item.type === 'reasoning') this.#goOn();
  }

  #ask(itemId: string, text: string): void {
    if (text === '' || this.#knownItemIds.has(itemId)) return;
    const number = (this.#requests.at(-1)?.number ?? 0) + 1;
    if (supersedesEarlier(text)) {
      this.#change(this.#openPositions, { state: 'superseded', supersededBy: number });
      this.#openPositions = [];
    }
    this.#openPositions.push(this.#requests.length);
    this.#closedPositions = [];
    this.#knownItemIds.add(itemId);
    const reply = this.#question === undefined ? {} : { inReplyTo: this.#question };
    this.#requests.push({ number, itemId, text, state: 'open', ...reply });
    this.#question = undefined;
  }

  #answer(text: string): void {
    if (text.trim() === '') return;
    this.#goOn();
    this.#change(this.#openPositions, { state: 'answered' });
    this.#closedPositions = this.#openPositions;
    this.#openPositions = [];
    this.#question = askedQuestion(text);
  }

  #goOn(): void {
    this.#question = undefined;
    if (this.#closedPositions.length === 0) return;
    this.#change(this.#closedPositions, { state: 'open' });
    this.#openPositions = [...this.#closedPositions, ...this.#openPositions];
    this.#closedPositions = [];
  }

  #change(positions: readonly number[], to: Partial<UserRequest>): void {
    for (const at of positions) this.#requests[at] = { ...(this.#requests[at] as UserRequest), ...to };
  }
}

/** What is asked without words, by an image alone, is a request too. */
function requestText(content: Content): string {
  const text = contentText(content).trim();
  if (text !== '') return text;
  return contentParts(content)
    .flatMap((part) => (part.type === 'text' ? [] : [`[${part.type}: ${part.mediaType}]`]))
    .join(' ');
}
