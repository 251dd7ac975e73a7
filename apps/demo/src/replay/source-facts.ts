import { isTypedUserMessage } from '@ai4j/agent';
import type { TranscriptSession } from '@ai4j/coding/transcripts';
import type { SourceFacts } from './replay-report.ts';

/** Counts what a recorded session holds. */
export function sourceFacts(format: string, file: string, session: TranscriptSession): SourceFacts {
  const facts = {
    items: 0,
    userTurns: 0,
    toolCalls: 0,
    toolOutputs: 0,
    usagePoints: 0,
    recordedCompactions: 0,
  };
  for (const entry of session.entries) {
    if (entry.type === 'usage') facts.usagePoints += 1;
    else if (entry.type === 'compaction') facts.recordedCompactions += 1;
    else {
      facts.items += 1;
      if (isTypedUserMessage(entry.item)) facts.userTurns += 1;
      if (entry.item.type === 'function_call') facts.toolCalls += 1;
      if (entry.item.type === 'function_call_output') facts.toolOutputs += 1;
    }
  }
  return { format, file, session: session.id, ...facts };
}
