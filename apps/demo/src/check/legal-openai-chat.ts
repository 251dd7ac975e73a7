import {
  callIdIsUsedOnce,
  callIsAnsweredOnce,
  outputFollowsItsCall,
  outputsFollowTheirResponse,
} from './call-pairs.ts';
import { requestIsNotEmpty, summaryIsFirst } from './request-content.ts';
import type { ProviderRules } from './request-rule.ts';

/**
 * OpenAI Chat takes one assistant message with all calls of a response, followed by one tool message for each of them
 * and nothing in between. It has no reasoning items and takes empty text.
 * The adapter's: making one message of a response, text for what `arguments` of kind `text` hold, media in outputs.
 */
export const openAiChat: ProviderRules = {
  provider: 'openai-chat',
  rules: [
    requestIsNotEmpty,
    summaryIsFirst,
    outputFollowsItsCall,
    callIsAnsweredOnce,
    callIdIsUsedOnce,
    outputsFollowTheirResponse,
  ],
};
