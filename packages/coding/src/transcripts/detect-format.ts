import { isObject, type JsonObject, objectOf, objectsOf, textOf } from './json-value.ts';
import type { TranscriptFormat } from './transcript.ts';

const CLAUDE_LINE_KINDS = new Set(['user', 'assistant', 'system', 'progress', 'attachment']);
/** Lines of Claude Code that are no part of the tree, with the field that makes them its own. */
const CLAUDE_SIDE_LINES: ReadonlyMap<string, string> = new Map([
  ['summary', 'leafUuid'],
  ['file-history-snapshot', 'messageId'],
  ['file-history-delta', 'messageId'],
  ...['queue-operation', 'pr-link', 'mode', 'permission-mode', 'ai-title', 'last-prompt', 'atis-latch'].map(
    (kind) => [kind, 'sessionId'] as const,
  ),
]);
const CODEX_WRAPPED = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
  'world_state',
]);
const PI_ENTRIES = new Set([
  'message',
  'compaction',
  'model_change',
  'thinking_level_change',
  'custom_message',
  'branch_summary',
]);
const OPENHANDS_KIND = /(Event|Observation|Condensation|CondensationRequest|PauseEvent)$/;

/** The format whose files have such a value on a line; undefined when it is none of ours, or is told by whole documents only. */
export function detectLineFormat(value: unknown): TranscriptFormat | undefined {
  if (!isObject(value)) return undefined;
  const type = textOf(value.type);
  if (type === 'ai4j-session-log') return 'ai4j';
  if (type === 'session' && textOf(value.id)) return 'pi';
  if (type && CODEX_WRAPPED.has(type) && isObject(value.payload)) return 'codex';
  if (isClaudeLine(value, type)) return 'claude-code';
  if (
    type &&
    PI_ENTRIES.has(type) &&
    textOf(value.timestamp) &&
    value.role === undefined &&
    !('payload' in value)
  )
    return 'pi';
  if (isBareCodexHeader(value) || value.record_type === 'state') return 'codex';
  if (textOf(value.instance_id) && Array.isArray(value.history)) return 'openhands';
  if (OPENHANDS_KIND.test(textOf(value.kind) ?? '') && textOf(value.source)) return 'openhands';
  if (textOf(value.sessionId) && textOf(value.projectHash)) return 'gemini-cli';
  return undefined;
}

function isClaudeLine(value: JsonObject, type: string | undefined): boolean {
  if (type === undefined) return false;
  const ownField = CLAUDE_SIDE_LINES.get(type);
  if (ownField !== undefined && textOf(value[ownField])) return true;
  return (
    CLAUDE_LINE_KINDS.has(type) &&
    textOf(value.uuid) !== undefined &&
    ('parentUuid' in value || 'sessionId' in value)
  );
}

/** Codex before it wrapped its lines: the first one has only facts about the session. */
function isBareCodexHeader(value: JsonObject): boolean {
  return (
    value.type === undefined &&
    textOf(value.id) !== undefined &&
    textOf(value.timestamp) !== undefined &&
    'instructions' in value
  );
}

/** The format of a whole document; undefined when it is none of ours. */
export function detectDocumentFormat(value: unknown): TranscriptFormat | undefined {
  if (Array.isArray(value)) return detectListFormat(value);
  const document = objectOf(value);
  if (
    typeof document.trajectory_format === 'string' &&
    document.trajectory_format.startsWith('mini-swe-agent')
  )
    return 'mini-swe-agent';
  if (Array.isArray(document.history) && Array.isArray(document.trajectory)) return 'swe-agent';
  if (textOf(document.instance_id) && Array.isArray(document.history)) return 'openhands';
  if (Array.isArray(document.contents)) return 'gemini-contents';
  if (Array.isArray(document.input))
    return detectListFormat(document.input) === undefined ? undefined : 'openai-responses';
  if (!Array.isArray(document.messages)) return undefined;
  if (textOf(document.sessionId)) return textOf(document.projectHash) ? 'gemini-cli' : 'cline';
  const format = detectListFormat(document.messages);
  // A request body with the prompt beside the messages is Anthropic's where the messages leave it open.
  return format === 'openai-chat' && document.system !== undefined ? 'anthropic-messages' : format;
}

/** The kinds of lists differ in single elements only: the first telling one decides. */
function detectListFormat(list: readonly unknown[]): TranscriptFormat | undefined {
  const elements = objectsOf(list);
  let fallback: TranscriptFormat | undefined;
  for (const element of elements) {
    const sign = detectElementFormat(element);
    if (sign?.isCertain) return sign.format;
    fallback ??= sign?.format;
  }
  return fallback;
}

interface Sign {
  readonly format: TranscriptFormat;
  readonly isCertain: boolean;
}

const RESPONSES_ITEM =
  /^(function_call|custom_tool_call|local_shell_call|shell_call|apply_patch_call|computer_call|web_search_call|file_search_call|code_interpreter_call|image_generation_call)(_output)?$/;
const RESPONSES_PART = /^(input_text|input_image|input_file|output_text)$/;
const ANTHROPIC_BLOCK = /^(tool_use|tool_result|thinking|redacted_thinking|server_tool_use|document)$/;
const AI_SDK_PART = /^(tool-call|tool-result|reasoning|tool-approval-request|tool-approval-response)$/;
const CHAT_PART = /^(image_url|input_audio|refusal)$/;

function detectElementFormat(element: JsonObject): Sign | undefined {
  if (Array.isArray(element.parts)) return detectPartsFormat(element);
  if (OPENHANDS_KIND.test(textOf(element.kind) ?? '') && textOf(element.source)) return certain('openhands');
  const type = textOf(element.type);
  const role = textOf(element.role);
  if (type && RESPONSES_ITEM.test(type)) return certain('openai-responses');
  if (
    type === 'reasoning' &&
    role === undefined &&
    (Array.isArray(element.summary) || textOf(element.encrypted_content))
  ) {
    return certain('openai-responses');
  }
  if (role === undefined || !/^(system|developer|user|assistant|tool|function)$/.test(role)) return undefined;
  if (Array.isArray(element.tool_calls) || isObject(element.function_call) || textOf(element.tool_call_id))
    return certain('openai-chat');
  const parts = objectsOf(element.content);
  const partTypes = parts.map((part) => textOf(part.type) ?? '');
  if (partTypes.some((partType) => RESPONSES_PART.test(partType))) return certain('openai-responses');
  if (partTypes.some((partType) => AI_SDK_PART.test(partType))) return certain('ai-sdk-model');
  if (partTypes.some((partType) => ANTHROPIC_BLOCK.test(partType))) return certain('anthropic-messages');
  if (partTypes.some((partType) => CHAT_PART.test(partType))) return certain('openai-chat');
  if (parts.some((part) => part.type === 'image' && isObject(part.source)))
    return certain('anthropic-messages');
  if (parts.some((part) => part.type === 'image' || textOf(part.mediaType) || textOf(part.mimeType)))
    return certain('ai-sdk-model');
  if (parts.some((part) => part.type === 'file' && isObject(part.file))) return certain('openai-chat');
  if (role === 'developer') return certain('openai-chat');
  if (type === 'message') return likely('openai-responses');
  if (Array.isArray(element.content)) return likely('anthropic-messages');
  return typeof element.content === 'string' || element.content === null ? likely('openai-chat') : undefined;
}

/** `parts` belong to Gemini, where a part is named by its field, and to UI messages, where it has a type. */
function detectPartsFormat(element: JsonObject): Sign | undefined {
  const parts = objectsOf(element.parts);
  if (parts.some((part) => textOf(part.type))) return certain('ai-sdk-ui');
  if (
    element.role === 'model' ||
    parts.some((part) => 'functionCall' in part || 'functionResponse' in part)
  ) {
    return certain('gemini-contents');
  }
  if (textOf(element.id) && /^(system|user|assistant)$/.test(textOf(element.role) ?? ''))
    return likely('ai-sdk-ui');
  return element.role === 'user' ? likely('gemini-contents') : undefined;
}

function certain(format: TranscriptFormat): Sign {
  return { format, isCertain: true };
}

function likely(format: TranscriptFormat): Sign {
  return { format, isCertain: false };
}
