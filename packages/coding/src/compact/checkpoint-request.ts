import {
  clipMiddle,
  contentText,
  headOf,
  indexItems,
  type MemoryItem,
  type MessageItem,
  type Redactor,
  type SummaryLimits,
  type SummaryRequest,
  type TokenCounter,
  transcriptEntry,
} from '@ai4j/agent';
import { formatCheckpointJson } from '../checkpoint/checkpoint-json.ts';
import type { CodingSessionCheckpoint } from '../checkpoint/coding-session-checkpoint.ts';
import { CHECKPOINT_INSTRUCTIONS, checkpointTask, FOCUS_LEAD, MAX_FOCUS_CHARS } from './checkpoint-prompt.ts';

/** What a checkpoint is to be made of. */
export interface CheckpointMaterial {
  readonly history: readonly MemoryItem[];
  /** The first part of the turn under way. */
  readonly turnPrefix: readonly MemoryItem[];
  /** What the user asked for in the turn under way; shown beside its first part. */
  readonly liveRequest: MessageItem | undefined;
  readonly previous: CodingSessionCheckpoint | undefined;
  /** What was found in it mechanically, one line each. */
  readonly findings: readonly string[];
  /** What the user wants looked after; cut to `MAX_FOCUS_CHARS`. */
  readonly focus: string | undefined;
}

export interface CheckpointRequestSettings {
  /** Tokens that the whole request may have; it is written within both this and the limits in Chars. */
  readonly maxRequestTokens: number;
  readonly counter: TokenCounter;
  readonly redact?: Redactor | undefined;
}

/**
 * Writes the one request for a checkpoint, split turn or not: no tools, no media, calls with their
 * arguments, long texts by head and tail. Where room is short the oldest whole exchanges are left out.
 */
export function checkpointRequest(
  material: CheckpointMaterial,
  limits: SummaryLimits,
  { maxRequestTokens, counter, redact = (text) => text }: CheckpointRequestSettings,
): SummaryRequest {
  const { history, turnPrefix, liveRequest, previous } = material;
  const isSplit = turnPrefix.length > 0;
  const lead = previous ? [tagged('previous-checkpoint', formatCheckpointJson(previous))] : [];
  const tail = [
    ...(material.findings.length > 0 ? [tagged('findings', material.findings.join('\n'))] : []),
    checkpointTask({
      hasPrevious: previous !== undefined,
      hasHistory: history.length > 0,
      hasTurnPrefix: isSplit,
    }),
    ...focusLines(material.focus),
  ];
  const request =
    isSplit && liveRequest
      ? [`[User]\n${clipMiddle(contentText(liveRequest.content), limits.maxItemChars)}`]
      : [];
  const fixed = [CHECKPOINT_INSTRUCTIONS, ...lead, ...request, ...tail].join('\n\n');
  const entries = newestEntries([...history, ...turnPrefix], limits.maxItemChars, {
    chars: limits.maxRequestChars - fixed.length,
    tokens: maxRequestTokens - counter.countText(fixed),
    counter,
  });
  const historyEntries = entries.texts.filter(({ position }) => position < history.length);
  const prefixEntries = entries.texts.filter(({ position }) => position >= history.length);
  const gap = entries.leftOutItems > 0 ? [`[${entries.leftOutItems} earlier item(s) had no room here]`] : [];
  const conversation = [...gap, ...historyEntries.map(({ text }) => text)];
  const currentTurn = [...request, ...prefixEntries.map(({ text }) => text)];
  const text = [
    ...lead,
    ...(conversation.length > 0 ? [tagged('conversation', conversation.join('\n\n'))] : []),
    ...(isSplit ? [tagged('current-turn', currentTurn.join('\n\n'))] : []),
    ...tail,
  ].join('\n\n');
  const content = redact(text);
  return {
    request: {
      instructions: CHECKPOINT_INSTRUCTIONS,
      items: [{ type: 'message', id: 'checkpoint-request', role: 'user', content, origin: 'injected' }],
      maxOutputTokens: limits.maxOutputTokens,
    },
    chars: content.length,
    leftOutItems: entries.leftOutItems,
  };
}

/** Fences material in with a tag that does not occur in it: nothing inside can close it. */
export function tagged(name: string, body: string): string {
  let tag = name;
  for (let n = 2; body.includes(`</${tag}>`); n++) tag = `${name}-${n}`;
  return `<${tag}>\n${body}\n</${tag}>`;
}

function focusLines(focus: string | undefined): readonly string[] {
  const text = focus?.trim() ?? '';
  return text === '' ? [] : [`${FOCUS_LEAD}\n${tagged('user-focus', headOf(text, MAX_FOCUS_CHARS))}`];
}

interface Room {
  readonly chars: number;
  readonly tokens: number;
  readonly counter: TokenCounter;
}

/** Chars and Tokens between two entries, and the line that names a gap. */
const JOINT_CHARS = 2;
const JOINT_TOKENS = 2;

/** Entries of the newest exchanges that fit, whole ones only: no result without its call. The newest is always there. */
function newestEntries(items: readonly MemoryItem[], maxItemChars: number, room: Room) {
  const index = indexItems(items);
  const texts: { readonly position: number; readonly text: string }[] = [];
  let { chars, tokens } = room;
  let start = items.length;
  while (start > 0) {
    const unitStart = index.unitStart(start - 1);
    const unit = items
      .slice(unitStart, start)
      .map((item, at) => ({ position: unitStart + at, text: transcriptEntry(item, maxItemChars) }))
      .filter((entry): entry is { position: number; text: string } => entry.text !== undefined);
    chars -= unit.reduce((sum, { text }) => sum + text.length + JOINT_CHARS, 0);
    tokens -= unit.reduce((sum, { text }) => sum + room.counter.countText(text) + JOINT_TOKENS, 0);
    if ((chars < 0 || tokens < 0) && texts.length > 0) break;
    texts.unshift(...unit);
    start = unitStart;
  }
  return { texts, leftOutItems: start };
}
