import type { CompactResult, TokenCounter } from '@ai4j/agent';

/** Remembers the recording's own compaction texts, to be used in place of ours where one lies in the range. */
export class RecordedSummaries {
  #latest: string | undefined;

  /** The recording compacted here, with this text. */
  note(summary: string | undefined): void {
    this.#latest = summary ?? this.#latest;
  }

  /** The newest text since it was last taken; undefined when the recording compacted nowhere in the range. */
  take(): string | undefined {
    const summary = this.#latest;
    this.#latest = undefined;
    return summary;
  }
}

/** `result` with another summary text; the rest of what was decided stands. */
export function withSummary(result: CompactResult, summary: string, counter: TokenCounter): CompactResult {
  const before = result.memory.summary === undefined ? 0 : counter.countText(result.memory.summary);
  const { tokensAfter } = result;
  return {
    ...result,
    summary,
    memory: { ...result.memory, summary },
    ...(tokensAfter !== undefined && { tokensAfter: tokensAfter - before + counter.countText(summary) }),
  };
}
