import type { CompactPolicy } from '../src/compact/compact-policy.ts';
import { noFindings } from '../src/compact/no-findings.ts';
import type { MemoryItem } from '../src/items/agent-item.ts';
import { contentText } from '../src/items/content.ts';
import type { ModelClient } from '../src/model/model-client.ts';
import { type Agent, createAgent } from '../src/session/agent.ts';
import type { AgentOptions } from '../src/session/agent-options.ts';
import type { AgentSession } from '../src/session/agent-session.ts';
import { type ScriptedReply, scriptedModel } from '../src/testing/scripted-model.ts';
import type { TokenUsage } from '../src/tokens/token-usage.ts';

let agents = 0;

/** A model whose ids are no other model's. */
export function distinctModel(replies: readonly ScriptedReply[]) {
  return scriptedModel(replies, { idPrefix: `model-${++agents}:` });
}

/** A model that answers each call with a text of its own, however often it is called. */
export function talkativeModel(usage?: TokenUsage): ModelClient {
  const nth = ++agents;
  let calls = 0;
  return {
    model: 'talkative',
    async *stream() {
      const id = `talk-${nth}-${++calls}`;
      const item = {
        type: 'message',
        id,
        responseId: id,
        role: 'assistant',
        content: `answer ${id}`,
      } as const;
      yield { type: 'finish', response: { items: [item], finishReason: 'stop', ...(usage && { usage }) } };
    },
  };
}

/** An agent that answers from `replies`, with ids that no other agent of the test makes. */
export function agentOf(
  replies: readonly ScriptedReply[] | ModelClient,
  options: Partial<AgentOptions> = {},
): Agent {
  const nth = ++agents;
  let ids = 0;
  return createAgent({
    model: 'stream' in replies ? replies : distinctModel(replies),
    newId: () => `${nth}-${++ids}`,
    ...options,
  });
}

/** Keeps the newest `keep` items; says so in its summary, and bills `usage`. */
export function keepNewest(
  keep: number,
  options: { readonly due?: number; readonly usage?: TokenUsage } = {},
) {
  let compactions = 0;
  const { due, usage } = options;
  const policy: CompactPolicy = {
    name: 'keep-newest',
    ...(due !== undefined && { shouldCompact: ({ items }) => items.length > due }),
    compact: async (snapshot) => {
      const items = snapshot.items.slice(Math.max(0, snapshot.items.length - keep));
      if (items.length === snapshot.items.length)
        return { ...unchanged(snapshot.items.length), memory: snapshot };
      const summary = `summary ${++compactions}`;
      return {
        ...unchanged(snapshot.items.length),
        itemsAfter: items.length,
        summary,
        memory: { items, summary },
        ...(usage && { usage }),
      };
    },
  };
  return policy;
}

function unchanged(items: number) {
  return {
    policy: 'keep-newest',
    ...noFindings,
    itemsBefore: items,
    itemsAfter: items,
  };
}

/** What memory says, item by item. */
export async function textsOf(session: AgentSession): Promise<readonly string[]> {
  return (await session.memory.snapshot()).items.map(textOf);
}

function textOf(item: MemoryItem): string {
  if (item.type === 'message') return contentText(item.content);
  return item.type === 'function_call_output' ? contentText(item.output) : item.type;
}
