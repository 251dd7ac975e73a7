import { Buffer } from 'node:buffer';
import type { SerializerProtocol } from '@langchain/langgraph-checkpoint';
import { z } from 'zod/v4';

/** A value as LangGraph's serializer wrote it: JSON as text, which a log can keep and a person read; all else in base64. */
export const storedValueSchema = z.union([
  z.object({ type: z.literal('json'), text: z.string() }).readonly(),
  z.object({ type: z.string(), base64: z.string() }).readonly(),
]);
export type StoredValue = z.infer<typeof storedValueSchema>;

export async function storeValue(serde: SerializerProtocol, value: unknown): Promise<StoredValue> {
  const [type, bytes] = await serde.dumpsTyped(value);
  return type === 'json'
    ? { type, text: new TextDecoder().decode(bytes) }
    : { type, base64: Buffer.from(bytes).toString('base64') };
}

export async function loadValue(serde: SerializerProtocol, stored: StoredValue): Promise<unknown> {
  const data = 'text' in stored ? stored.text : Uint8Array.from(Buffer.from(stored.base64, 'base64'));
  return serde.loadsTyped(stored.type, data);
}
