/**
 * Names of the GenAI semantic conventions, as of 1.45.0. They are not stable yet, so they are written down
 * here, as the conventions advise, and a test holds them to the package that has them all.
 */
export const genAi = {
  operationName: 'gen_ai.operation.name',
  providerName: 'gen_ai.provider.name',
  agentName: 'gen_ai.agent.name',
  conversationId: 'gen_ai.conversation.id',
  requestModel: 'gen_ai.request.model',
  requestMaxTokens: 'gen_ai.request.max_tokens',
  requestTemperature: 'gen_ai.request.temperature',
  responseModel: 'gen_ai.response.model',
  responseFinishReasons: 'gen_ai.response.finish_reasons',
  usageInputTokens: 'gen_ai.usage.input_tokens',
  usageCacheReadInputTokens: 'gen_ai.usage.cache_read.input_tokens',
  usageCacheCreationInputTokens: 'gen_ai.usage.cache_creation.input_tokens',
  usageOutputTokens: 'gen_ai.usage.output_tokens',
  usageReasoningOutputTokens: 'gen_ai.usage.reasoning.output_tokens',
  toolName: 'gen_ai.tool.name',
  toolType: 'gen_ai.tool.type',
  toolCallId: 'gen_ai.tool.call.id',
  toolCallArguments: 'gen_ai.tool.call.arguments',
  toolCallResult: 'gen_ai.tool.call.result',
  systemInstructions: 'gen_ai.system_instructions',
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',
} as const;

/** What kind of failure it was: a code, or the name of an error. */
export const ERROR_TYPE = 'error.type';

/** What the conventions have no word for. */
export const ai4j = {
  runId: 'ai4j.run.id',
  step: 'ai4j.step',
  stopReason: 'ai4j.stop_reason',
  steps: 'ai4j.steps',
  contextTokens: 'ai4j.context.tokens',
  contextAnchoredItems: 'ai4j.context.anchored_items',
  toolOutcome: 'ai4j.tool.outcome',
} as const;
