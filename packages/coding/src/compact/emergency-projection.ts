import {
  type AgentItem,
  type ContextProjector,
  clipMiddle,
  contentText,
  type FunctionCallItem,
  type FunctionCallOutputItem,
  type TokenCounter,
  typeAwareContextProjector,
} from '@ai4j/agent';

export interface EmergencyProjectionOptions {
  /** Tokens that a request may hold, system prompt and tools included. */
  readonly targetTokens: number;
  /** Tokens of system prompt and tools: of the request that is built now. */
  readonly fixedTokens: () => number;
  readonly counter: TokenCounter;
  /** What projects first. Default: `typeAwareContextProjector`. */
  readonly projector?: ContextProjector | undefined;
}

/** One step of cutting: outputs above `outputShare` of the target, then arguments above `argumentShare` of it. */
interface Cut {
  readonly outputShare: number;
  readonly argumentShare: number | undefined;
}

/**
 * Each step cuts by fixed sizes, not by what is just missing: a step that was enough stays enough while the
 * history grows by little, and so what was sent stays an unchanged prefix of what is sent next.
 */
const cuts: readonly Cut[] = [
  { outputShare: 1 / 4, argumentShare: undefined },
  { outputShare: 1 / 16, argumentShare: undefined },
  { outputShare: 1 / 64, argumentShare: undefined },
  { outputShare: 1 / 64, argumentShare: 1 / 64 },
];

/**
 * The last rung, where memory cannot be compacted any further: what is sent, and only that, is cut until it
 * fits. Giant outputs keep head and tail and count as cleared; when that is not enough, arguments of calls
 * that have their output become `{"cleared": …}`. What does not fit even so is sent as it is then, and a note
 * of the report says by how much it is too big.
 */
export function emergencyProjection({
  targetTokens,
  fixedTokens,
  counter,
  projector = typeAwareContextProjector,
}: EmergencyProjectionOptions): ContextProjector {
  const cutItems = cuts.map(() => new WeakMap<AgentItem, AgentItem>());
  const total = (items: readonly AgentItem[]) =>
    items.reduce((sum, item) => sum + counter.countItem(item), fixedTokens());

  return (items, budget, context) => {
    const projection = projector(items, budget, { ...context, counter });
    const projectedTokens = projection.report.projectedTokens ?? total(projection.items) - fixedTokens();
    if (projectedTokens + fixedTokens() <= targetTokens) return projection;

    const answered = answeredCalls(projection.items);
    let cut = projection.items;
    let tokens = projectedTokens + fixedTokens();
    for (const [step, { outputShare, argumentShare }] of cuts.entries()) {
      const known = cutItems[step] as WeakMap<AgentItem, AgentItem>;
      const maxOutput = Math.floor(targetTokens * outputShare);
      const maxArguments = argumentShare === undefined ? undefined : Math.floor(targetTokens * argumentShare);
      cut = projection.items.map((item) =>
        once(known, item, () => cutItem(item, { maxOutput, maxArguments, counter, answered })),
      );
      tokens = total(cut);
      if (tokens <= targetTokens) break;
    }
    const note =
      tokens <= targetTokens
        ? 'last rung: cut giant outputs to fit the context'
        : `last rung: still ${tokens - targetTokens} tokens over the target of ${targetTokens}`;
    return {
      items: cut,
      report: {
        ...projection.report,
        projectedTokens: tokens - fixedTokens(),
        notes: [...projection.report.notes, note],
      },
    };
  };
}

interface ItemCut {
  readonly maxOutput: number;
  readonly maxArguments: number | undefined;
  readonly counter: TokenCounter;
  readonly answered: ReadonlySet<string>;
}

function cutItem(item: AgentItem, { maxOutput, maxArguments, counter, answered }: ItemCut): AgentItem {
  if (item.type === 'function_call_output' && item.cleared !== true) {
    const tokens = counter.countItem(item);
    return tokens > maxOutput ? cutOutput(item, maxOutput / tokens) : item;
  }
  if (maxArguments === undefined || item.type !== 'function_call' || !answered.has(item.callId)) return item;
  return counter.countItem(item) > maxArguments ? stubArguments(item) : item;
}

/** Room that the placeholder's own words take. */
const NOTE_SHARE = 0.9;

function cutOutput(item: FunctionCallOutputItem, share: number): FunctionCallOutputItem {
  const text = contentText(item.output);
  const kept = clipMiddle(text, Math.floor(text.length * share * NOTE_SHARE));
  const output = `[tool result cut to fit the context: ${item.callId}, ${text.length} chars. Head and tail:\n${kept}\n]`;
  return { ...item, output, cleared: true };
}

/** Valid JSON still, for providers that parse what they are sent; free text for tools that take free text. */
function stubArguments(call: FunctionCallItem): FunctionCallItem {
  const note = `${call.arguments.length} chars cleared to fit the context`;
  return { ...call, arguments: call.kind === 'json' ? JSON.stringify({ cleared: note }) : `[${note}]` };
}

function answeredCalls(items: readonly AgentItem[]): ReadonlySet<string> {
  return new Set(items.flatMap((item) => (item.type === 'function_call_output' ? [item.callId] : [])));
}

/** The same object for the same item each time, so that whoever compares requests sees that nothing changed. */
function once(known: WeakMap<AgentItem, AgentItem>, item: AgentItem, make: () => AgentItem): AgentItem {
  let made = known.get(item);
  if (!made) {
    made = make();
    known.set(item, made);
  }
  return made;
}
