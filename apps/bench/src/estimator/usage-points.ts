import {
  type AgentItem,
  familyOfModel,
  type ModelFamily,
  promptTokens,
  type SummaryItem,
  type TokenUsage,
} from '@ai4j/agent';
import { recordedPrompts, type TranscriptFormat, type TranscriptSession } from '@ai4j/coding/transcripts';

/** The prompts of one recorded session, in order, as far as the recording tells them. */
export interface RecordedUsage {
  /** File and session: what one hidden prefix belongs to. */
  readonly recording: string;
  /** The file alone: what is held out together. */
  readonly file: string;
  readonly source: TranscriptFormat;
  readonly systemPrompt: string;
  /** The real prompts held a system prompt or tool schemas that the file lacks. */
  readonly hiddenPrefix: boolean;
  readonly points: readonly UsagePoint[];
}

/** One model call: what was sent, what came back, what was billed. */
export interface UsagePoint {
  readonly family: ModelFamily;
  readonly usage: TokenUsage;
  /** Tokens of the whole prompt as billed. */
  readonly promptTokens: number;
  readonly request: readonly AgentItem[];
  readonly response: readonly AgentItem[];
  /** Leading items of `request` that are as they were in the request before; 0 after a compaction. */
  readonly unchangedItems: number;
}

/** The billed calls of a session. Where output tokens are a placeholder they are given as not reported: 0. */
export function recordedUsage(
  file: string,
  source: TranscriptFormat,
  session: TranscriptSession,
): RecordedUsage {
  const responses = responseItems(session);
  const points: UsagePoint[] = [];
  let summary: SummaryItem | undefined;
  for (const prompt of recordedPrompts(session)) {
    const { responseId, usage: billed, outputReliable, model = session.model ?? '' } = prompt.usage;
    const usage = outputReliable ? billed : { ...billed, outputTokens: 0 };
    if (prompt.summary !== summary?.text)
      summary = prompt.summary === undefined ? undefined : summaryOf(prompt.summary);
    const request = summary ? [summary, ...prompt.items] : [...prompt.items];
    points.push({
      family: familyOfModel(model),
      usage,
      promptTokens: promptTokens(usage),
      request,
      response: responses.get(responseId) ?? [],
      unchangedItems: prompt.restarted ? 0 : request.length - prompt.added.length,
    });
  }
  return {
    recording: `${file}#${session.id}`,
    file,
    source,
    systemPrompt: session.systemPrompt ?? '',
    hiddenPrefix: session.hiddenPrefix,
    points,
  };
}

function responseItems(session: TranscriptSession): Map<string, AgentItem[]> {
  const responses = new Map<string, AgentItem[]>();
  for (const entry of session.entries) {
    if (entry.type !== 'item' || !('responseId' in entry.item) || entry.item.responseId === undefined)
      continue;
    const items = responses.get(entry.item.responseId);
    if (items) items.push(entry.item);
    else responses.set(entry.item.responseId, [entry.item]);
  }
  return responses;
}

function summaryOf(text: string): SummaryItem {
  return { type: 'summary', id: 'summary', text };
}
