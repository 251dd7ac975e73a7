import type { AgentItem } from '../items/agent-item.ts';
import type { Content, MediaSource } from '../items/content.ts';
import { splitsSurrogatePair } from '../items/surrogate-pair.ts';

/** UTF-8 Bytes an item puts on the wire: its text, its opaque data as JSON, its media as base64. */
export function approxBytes(item: AgentItem): number {
  switch (item.type) {
    case 'message':
      return contentBytes(item.content) + opaqueBytes(item);
    case 'function_call':
      return utf8Bytes(item.name) + utf8Bytes(item.arguments) + opaqueBytes(item);
    case 'function_call_output':
      return contentBytes(item.output) + opaqueBytes(item);
    case 'reasoning':
      return item.cleared ? 0 : utf8Bytes(item.text) + opaqueBytes(item);
    case 'opaque':
      return opaqueBytes(item);
    case 'summary':
      return utf8Bytes(item.text);
    default:
      return item satisfies never;
  }
}

function contentBytes(content: Content): number {
  if (typeof content === 'string') return utf8Bytes(content);
  return content.reduce(
    (sum, part) => sum + (part.type === 'text' ? utf8Bytes(part.text) : mediaBytes(part.source)),
    0,
  );
}

/** Base64 sends four bytes for each three. */
function mediaBytes(source: MediaSource): number {
  return source.type === 'blob' ? Math.ceil(source.sizeBytes / 3) * 4 : utf8Bytes(source.url);
}

function opaqueBytes(item: AgentItem): number {
  return item.providerData === undefined ? 0 : utf8Bytes(JSON.stringify(item.providerData));
}

/** Counted without building the bytes; a lone surrogate goes out as U+FFFD, three bytes. */
function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (splitsSurrogatePair(text, at + 1)) {
      bytes += 2;
      at += 1;
    } else bytes += 2;
  }
  return bytes;
}
