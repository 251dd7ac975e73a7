import { callIdIsUsedOnce, callIsAnsweredOnce, outputFollowsItsCall } from './call-pairs.ts';
import { itemIdIsUsedOnce, requestIsNotEmpty, summaryIsFirst } from './request-content.ts';
import type { ProviderRules } from './request-rule.ts';
import { reasoningLeadsToItsItem, responseIsContiguous, responseIsWhole } from './response-groups.ts';

/**
 * OpenAI Responses takes a flat list: a call without an output, an output without a call, an id twice, reasoning
 * without the item it led to and that item without its reasoning are refused. An empty text is taken.
 * The adapter's: the role of the summary, lone surrogates.
 */
export const openAiResponses: ProviderRules = {
  provider: 'openai-responses',
  rules: [
    requestIsNotEmpty,
    summaryIsFirst,
    outputFollowsItsCall,
    callIsAnsweredOnce,
    callIdIsUsedOnce,
    itemIdIsUsedOnce,
    responseIsWhole,
    responseIsContiguous,
    reasoningLeadsToItsItem,
  ],
};
