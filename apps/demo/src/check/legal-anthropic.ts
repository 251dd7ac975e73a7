import {
  callIdIsUsedOnce,
  callIsAnsweredOnce,
  outputFollowsItsCall,
  outputsFollowTheirResponse,
} from './call-pairs.ts';
import { requestIsNotEmpty, summaryIsFirst, textIsNotEmpty } from './request-content.ts';
import type { ProviderRules } from './request-rule.ts';
import { reasoningLeadsToItsItem, responseIsContiguous, responseIsWhole } from './response-groups.ts';

/**
 * Anthropic Messages wants every `tool_use` answered in the very next message, refuses empty text blocks (an empty
 * `tool_result` is taken), a message that ends in thinking, and thinking apart from the calls it was signed with.
 * The adapter's: alternating roles (neighbours merge), who speaks first, `tool_result` before text within a message,
 * text of white space only, arguments that are no JSON object.
 */
export const anthropicMessages: ProviderRules = {
  provider: 'anthropic',
  rules: [
    requestIsNotEmpty,
    summaryIsFirst,
    outputFollowsItsCall,
    callIsAnsweredOnce,
    callIdIsUsedOnce,
    outputsFollowTheirResponse,
    responseIsWhole,
    responseIsContiguous,
    reasoningLeadsToItsItem,
    textIsNotEmpty,
  ],
};
