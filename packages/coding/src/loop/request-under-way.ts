import type { RequestsLedger } from '../facts/requests-ledger.ts';

/** The ledger of a task that goes on: a turn that ended with work left has not answered the last request. */
export function withRequestUnderWay(requests: RequestsLedger): RequestsLedger {
  const last = requests.at(-1);
  if (last?.state !== 'answered') return requests;
  return [...requests.slice(0, -1), { ...last, state: 'open' }];
}
