import type { MemoryItem } from '../items/agent-item.ts';
import type { Content } from '../items/content.ts';
import type { MemoryRef, SessionEventInput } from '../log/session-event.ts';
import type { Redactor } from '../redactor.ts';

/**
 * An event with every text of it redacted: items, summaries and records of compactions, reasons, notes of
 * reports, metadata and extension data. Ids, names, hashes and what a provider must get back unchanged
 * stay as they are.
 */
export function redactEvent(event: SessionEventInput, redact: Redactor): SessionEventInput {
  switch (event.type) {
    case 'items-appended':
      return { ...event, items: event.items.map((item) => redactItem(item, redact)) };
    case 'memory-replaced': {
      const { summary, result } = event;
      return {
        ...event,
        memory: event.memory.map((ref) => redactRef(ref, redact)),
        ...(summary !== undefined && { summary: redact(summary) }),
        ...(result && { result: redactStrings(result, redact) }),
      };
    }
    case 'redacted':
    case 'pruned':
      return { ...event, reason: redact(event.reason) };
    case 'approval-requested':
    case 'approval-resolved':
      return event.reason === undefined ? event : { ...event, reason: redact(event.reason) };
    case 'extension':
      return { ...event, data: redactStrings(event.data, redact) };
    case 'report':
      return { ...event, report: { ...event.report, notes: event.report.notes.map(redact) } };
    case 'compaction-undone':
    case 'forked-from':
    case 'run-started':
    case 'run-ended':
      return event;
    default:
      return event satisfies never;
  }
}

function redactRef(ref: MemoryRef, redact: Redactor): MemoryRef {
  return 'seq' in ref ? { ...ref, item: redactItem(ref.item, redact) } : ref;
}

/** The item, itself where nothing had to be redacted. */
export function redactItem(item: MemoryItem, redact: Redactor): MemoryItem {
  switch (item.type) {
    case 'message':
      return { ...item, content: redactContent(item.content, redact) };
    case 'function_call_output':
      return { ...item, output: redactContent(item.output, redact) };
    case 'function_call': {
      const text = item.kind === 'json' ? redactJson(item.arguments, redact) : redact(item.arguments);
      return { ...item, arguments: text };
    }
    case 'reasoning': {
      const text = redact(item.text);
      if (text === item.text) return item;
      // Its signature is of the text as it was: a provider would refuse the two together.
      const { providerData: _, ...unsigned } = item;
      return { ...unsigned, text, cleared: true };
    }
    case 'opaque':
      return item;
    default:
      return item satisfies never;
  }
}

function redactContent(content: Content, redact: Redactor): Content {
  if (typeof content === 'string') return redact(content);
  return content.map((part) => (part.type === 'text' ? { ...part, text: redact(part.text) } : part));
}

/** A JSON text, still JSON; byte for byte the same where no string in it changes. */
export function redactJson(text: string, redact: Redactor): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return redact(text); // Not JSON after all: a text like any other.
  }
  let hasChanged = false;
  const redacted = redactStrings(value, (string) => {
    const result = redact(string);
    hasChanged ||= result !== string;
    return result;
  });
  return hasChanged ? JSON.stringify(redacted) : text;
}

/** The same value with each string in it redacted; keys stay. */
function redactStrings<T>(value: T, redact: Redactor): T;
function redactStrings(value: unknown, redact: Redactor): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((part) => redactStrings(part, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, redactStrings(part, redact)]));
}
