import { countSeqs, type SeqRange } from '../log/seq-range.ts';
import type { AgentLoopContext } from '../loop/agent-loop-context.ts';
import type { SequencedSnapshot } from '../memory/agent-memory.ts';
import { requestOfMemory } from './request-of-memory.ts';
import type { MeasuredResponse } from './session-fold.ts';

/**
 * Gives the meter of a resumed session the last real usage, so that its number is what it was before: the
 * request is built again from what memory held then. A budget that clears in batches may have sent a
 * little less; the meter refuses a figure that cannot be of this request.
 */
export function anchorLastResponse(
  { items, seqs, summary }: SequencedSnapshot,
  { firstSeq, lastSeq, usage }: MeasuredResponse,
  context: AgentLoopContext,
): void {
  const asked = countSeqs(seqsBefore(seqs, firstSeq));
  const answered = countSeqs(seqsBefore(seqs, lastSeq + 1));
  if (answered === asked) return;
  const before = { items: items.slice(0, asked), seqs: seqsBefore(seqs, firstSeq), summary };
  const request = requestOfMemory(before, context);
  const { meter } = context.state;
  meter.measure(request);
  meter.anchor(request, usage, items.slice(asked, answered));
}

/** The leading ranges up to `seq`, itself excluded. Since the last replacement, memory is in the order of the log. */
function seqsBefore(seqs: readonly SeqRange[], seq: number): readonly SeqRange[] {
  return seqs.flatMap(([from, to]): SeqRange[] => (from < seq ? [[from, Math.min(to, seq - 1)]] : []));
}
