import { anthropicMessages } from './legal-anthropic.ts';
import { gemini } from './legal-gemini.ts';
import { openAiChat } from './legal-openai-chat.ts';
import { openAiResponses } from './legal-openai-responses.ts';
import type { LoggedHistory } from './logged-history.ts';
import type { RequestRule } from './request-rule.ts';
import type { SentRequest } from './sent-request.ts';
import type { Finding } from './violation.ts';

/** Each rule once, with the providers that have it. */
const providersByRule = new Map<RequestRule, string[]>();
for (const { provider, rules } of [openAiResponses, openAiChat, anthropicMessages, gemini]) {
  for (const rule of rules) {
    const providers = providersByRule.get(rule);
    if (providers) providers.push(provider);
    else providersByRule.set(rule, [provider]);
  }
}

/** L1: each of the four providers would take the request. */
export function* checkLegal(request: SentRequest, history: LoggedHistory): Iterable<Finding> {
  for (const [rule, providers] of providersByRule) {
    for (const breach of rule(request, history)) {
      yield { law: 'L1', detail: `${breach} (${providers.join(', ')})` };
    }
  }
}
