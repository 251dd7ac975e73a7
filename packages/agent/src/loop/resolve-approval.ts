import { ConfigError, SessionConflictError } from '../errors.ts';
import type { SessionEventLog } from '../log/session-event-log.ts';
import type { Approval, ApprovalLedger } from './approval-ledger.ts';

export interface ApprovalDecision {
  readonly decision: 'approved' | 'rejected';
  /** For a rejection, the model reads it. */
  readonly reason?: string | undefined;
}

/** Other writers may come first this many times before their conflict is the caller's. */
const MAX_ATTEMPTS = 5;

/**
 * Decides on a call that waits for an approval; the next run carries it out, in whatever process. The
 * same decision again changes nothing; of two that differ, the first one stands.
 * @throws ConfigError when no such call waits, or it was decided otherwise; SessionStoreError of the log
 */
export async function resolveApproval(
  log: SessionEventLog,
  ledger: ApprovalLedger,
  callId: string,
  { decision, reason }: ApprovalDecision,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const approvals = await ledger.read();
    const approval = approvals.find(({ call }) => call.callId === callId);
    if (!approval) throw notWaiting(callId, approvals);
    if (approval.decision === decision) return;
    if (approval.decision) throw decidedOtherwise(approval);
    try {
      await log.append(
        [{ type: 'approval-resolved', callId, decision, ...(reason !== undefined && { reason }) }],
        { expectedVersion: ledger.version },
      );
      return;
    } catch (error) {
      // Whoever wrote first may have decided this very call: look again.
      if (!SessionConflictError.isInstance(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

function notWaiting(callId: string, approvals: readonly Approval[]): ConfigError {
  const waiting = approvals.map(({ call }) => call.callId).join(', ') || 'none';
  return new ConfigError('invalid_option', `No call "${callId}" waits for approval. Waiting: ${waiting}.`);
}

function decidedOtherwise({ call, decision }: Approval): ConfigError {
  return new ConfigError('invalid_option', `The call "${call.callId}" was ${decision} already.`);
}
