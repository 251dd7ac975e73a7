import { aiSdkModelImporter } from './ai-sdk-model.ts';
import { aiSdkUiImporter } from './ai-sdk-ui.ts';
import { ai4jImporter } from './ai4j.ts';
import { anthropicMessagesImporter } from './anthropic-messages.ts';
import { claudeCodeImporter } from './claude-code.ts';
import { clineImporter } from './cline.ts';
import { codexImporter } from './codex.ts';
import { geminiCliImporter } from './gemini-cli.ts';
import { geminiContentsImporter } from './gemini-contents.ts';
import type { CreateImporter } from './importer.ts';
import { miniSweAgentImporter } from './mini-swe-agent.ts';
import { openAiChatImporter } from './openai-chat.ts';
import { openAiResponsesImporter } from './openai-responses.ts';
import { openHandsImporter } from './openhands.ts';
import { piImporter } from './pi.ts';
import { sweAgentImporter } from './swe-agent.ts';
import type { TranscriptFormat } from './transcript.ts';

/** The importer of each format. */
export const importers: Readonly<Record<TranscriptFormat, CreateImporter>> = {
  'claude-code': claudeCodeImporter,
  codex: codexImporter,
  pi: piImporter,
  'gemini-cli': geminiCliImporter,
  'gemini-contents': geminiContentsImporter,
  'swe-agent': sweAgentImporter,
  'mini-swe-agent': miniSweAgentImporter,
  openhands: openHandsImporter,
  cline: clineImporter,
  'openai-chat': openAiChatImporter,
  'openai-responses': openAiResponsesImporter,
  'anthropic-messages': anthropicMessagesImporter,
  'ai-sdk-ui': aiSdkUiImporter,
  'ai-sdk-model': aiSdkModelImporter,
  ai4j: ai4jImporter,
};
