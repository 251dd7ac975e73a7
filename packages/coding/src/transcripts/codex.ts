import type { MessageOrigin } from '@ai4j/agent';
import type { ImportContext, Importer } from './importer.ts';
import { isObject, type JsonObject, objectOf, objectsOf, textOf } from './json-value.ts';
import { OpenAiItems } from './openai-items.ts';
import { codexUsage } from './openai-usage.ts';
import { SessionBuilder } from './session-builder.ts';

/** User messages that Codex writes itself. */
const INJECTED =
  /^\s*(<(environment_context|turn_aborted|user_instructions|skill|permissions instructions|user_shell_command)>|# AGENTS\.md instructions)/;

/**
 * Codex rollouts: one thread a file, however often it was resumed. Usage comes after the outputs of a response's calls
 * and is attached to the response; the wrapperless lines of 2025 are read too.
 */
export function codexImporter(context: ImportContext): Importer {
  let session: SessionBuilder | undefined;
  let items: OpenAiItems | undefined;
  let lastTotals: string | undefined;
  /** That of the current turn. */
  let model: string | undefined;
  /** User and developer messages by their text: a compaction repeats those that it keeps. */
  const itemIdByText = new Map<string, string>();

  function open(meta: JsonObject): { readonly session: SessionBuilder; readonly items: OpenAiItems } {
    session ??= new SessionBuilder(textOf(meta.id) ?? textOf(meta.session_id) ?? 'session', {
      hiddenPrefix: true,
    });
    items ??= new OpenAiItems(context, session);
    return { session, items };
  }

  return {
    async record(value, line) {
      if (!isObject(value)) return context.problem('not a JSON object', line);
      const isWrapped = isObject(value.payload);
      const payload = isWrapped ? objectOf(value.payload) : value;
      const kind = isWrapped ? textOf(value.type) : bareKind(value);
      switch (kind) {
        case 'session_meta': {
          const { session } = open(payload);
          const instructions =
            textOf(objectOf(payload.base_instructions).text) ?? textOf(payload.instructions);
          if (instructions && session.isEmpty) session.addSystem('base-instructions', instructions, line);
          return;
        }
        case 'turn_context':
          model = textOf(payload.model) ?? model;
          open({}).session.model ??= model;
          return context.ignore('turn_context');
        case 'response_item':
          await addItem(payload, `line-${line}`, line);
          return;
        case 'event_msg':
          if (payload.type === 'token_count') return addUsage(payload, line);
          return context.ignore(`event_msg/${textOf(payload.type) ?? 'without type'}`);
        case 'compacted':
          return addCompaction(payload, line);
        default:
          return context.ignore(kind ?? 'without type');
      }
    },
    async finish() {
      const built = session?.build();
      return built && built.entries.length > 0 ? [built] : [];
    },
  };

  async function addItem(payload: JsonObject, id: string, line: number | undefined): Promise<void> {
    const added = await open({}).items.add(payload, id, line, originOf);
    const key = messageKey(payload);
    if (added && key) itemIdByText.set(key, added);
  }

  function addUsage(payload: JsonObject, line: number | undefined): void {
    const { session, items } = open({});
    const info = objectOf(payload.info);
    const totals = JSON.stringify(info.total_token_usage);
    const usage = codexUsage(objectOf(info.last_token_usage));
    if (!usage) context.ignore('token_count without usage');
    // A resume or a refresh of the rate limits repeats what was said before.
    else if (totals !== undefined && totals === lastTotals) context.ignore('repeated token_count');
    else if (items.responseId === undefined || session.hasUsage(items.responseId)) {
      context.ignore('token_count without a response');
    } else {
      lastTotals = totals;
      session.setUsage(items.responseId, usage, { model, line });
      items.endResponse();
    }
  }

  async function addCompaction(payload: JsonObject, line: number | undefined): Promise<void> {
    const { session, items } = open({});
    items.endResponse();
    const summary = textOf(payload.message);
    const history = objectsOf(payload.replacement_history);
    const isKept = (item: JsonObject) => itemIdByText.has(messageKey(item) ?? '');
    const keptItemIds = history.filter(isKept).map((item) => itemIdByText.get(messageKey(item) ?? '') ?? '');
    session.addCompaction({
      kind: 'summary',
      ...(summary ? { summary } : {}),
      ...(keptItemIds.length > 0 ? { keptItemIds } : {}),
      ...(line === undefined ? {} : { line }),
    });
    for (const [index, item] of history.entries()) {
      if (!isKept(item)) await addItem(item, `line-${line}:${index}`, line);
    }
    items.endResponse();
  }
}

/** What a line without wrapper is: the first one is the header, the others are items. */
function bareKind(record: JsonObject): string | undefined {
  if (record.record_type !== undefined) return textOf(record.record_type);
  if (textOf(record.type) === undefined) return textOf(record.id) ? 'session_meta' : undefined;
  return 'payload' in record ? undefined : 'response_item';
}

/** Messages that are not the model's, by role and text; undefined for everything else. */
function messageKey(item: JsonObject): string | undefined {
  if (item.type !== 'message' || item.role === 'assistant') return undefined;
  return `${String(item.role)}\n${objectsOf(item.content)
    .map((part) => textOf(part.text) ?? '')
    .join('\n')}`;
}

function originOf(text: string): MessageOrigin | undefined {
  return INJECTED.test(text) ? 'injected' : undefined;
}
