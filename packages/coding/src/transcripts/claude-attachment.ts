import { isObject, type JsonObject, objectOf, objectsOf, textOf } from './json-value.ts';

/**
 * The text that an `attachment` line put into the prompt, where the line has it; undefined for attachments that are
 * only a trace (hook results, permissions) or whose wording was not recorded.
 */
export function attachmentText(attachment: JsonObject): string | undefined {
  const rendered = joined(objectsOf(attachment.rendered).map((part) => part.content));
  if (rendered) return rendered;
  switch (attachment.type) {
    case 'hook_additional_context':
      return joined(attachment.content);
    case 'nested_memory':
      return textOf(objectOf(attachment.content).content);
    case 'file': {
      const content = objectOf(attachment.content);
      return textOf(objectOf(content.file).content) ?? textOf(content.content);
    }
    case 'edited_text_file':
      return textOf(attachment.snippet);
    case 'invoked_skills':
      return joined(objectsOf(attachment.skills).map((skill) => skill.content));
    case 'skill_listing':
    case 'compact_file_reference':
      return textOf(attachment.content);
    case 'deferred_tools_delta':
    case 'agent_listing_delta':
      return joined(attachment.addedLines);
    case 'mcp_instructions_delta':
      return joined(attachment.addedBlocks);
    case 'total_tokens_reminder':
      return textOf(attachment.text);
    default:
      return undefined;
  }
}

function joined(value: unknown): string | undefined {
  if (!Array.isArray(value)) return textOf(value);
  const texts = value.map((element) => (isObject(element) ? element.content : element));
  return textOf(texts.filter((text) => typeof text === 'string').join('\n'));
}
