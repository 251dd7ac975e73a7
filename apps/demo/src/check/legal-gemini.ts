import {
  callIdIsUsedOnce,
  callIsAnsweredOnce,
  outputFollowsItsCall,
  outputsFollowTheirResponse,
} from './call-pairs.ts';
import { requestIsNotEmpty, summaryIsFirst, textIsNotEmpty } from './request-content.ts';
import type { ProviderRules } from './request-rule.ts';
import { responseIsContiguous, responseIsWhole } from './response-groups.ts';

/**
 * Gemini wants as many function responses directly after a turn as the turn has function calls, a part with data in
 * every content, and the thought signature of a response's first call with the calls after it.
 * The adapter's: alternating roles (neighbours merge), a user turn first, names of outputs, arguments that are no JSON
 * object, system messages in the middle.
 */
export const gemini: ProviderRules = {
  provider: 'gemini',
  rules: [
    requestIsNotEmpty,
    summaryIsFirst,
    outputFollowsItsCall,
    callIsAnsweredOnce,
    callIdIsUsedOnce,
    outputsFollowTheirResponse,
    responseIsWhole,
    responseIsContiguous,
    textIsNotEmpty,
  ],
};
