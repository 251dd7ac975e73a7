import type { LoggedHistory } from './logged-history.ts';
import type { SentRequest } from './sent-request.ts';

/** One rule of a request, over items: yields one sentence for each breach. Linear in the request. */
export type RequestRule = (request: SentRequest, history: LoggedHistory) => Iterable<string>;

/** The rules of one provider, as far as they can be stated over items; what is left is its adapter's. */
export interface ProviderRules {
  readonly provider: string;
  readonly rules: readonly RequestRule[];
}
