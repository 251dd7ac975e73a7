import { TranscriptError } from './transcript-error.ts';

/** Where a recording comes from: its bytes, whole or in chunks of any size, or its text. */
export type TranscriptSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array> | Uint8Array | string;

/** Enough bytes to tell text from what is none. */
const HEAD_BYTES = 4096;
const LINE_FEED = 0x0a;

/**
 * The bytes of `source` in chunks, without a UTF-8 byte order mark.
 * @throws TranscriptError `utf16`, `binary` when the first bytes are no UTF-8 text. NUL after a first line of JSON is
 *   what a crash leaves in a file that was being written: that is for the reader of lines.
 */
export async function* utf8Chunks(
  source: TranscriptSource,
  name: string | undefined,
): AsyncGenerator<Uint8Array> {
  let head: Uint8Array = new Uint8Array(0);
  let isChecked = false;
  for await (const chunk of chunksOf(source)) {
    if (isChecked) {
      yield chunk;
      continue;
    }
    head = concatenate(head, chunk);
    if (head.length < HEAD_BYTES) continue;
    isChecked = true;
    yield checkedHead(head, name);
  }
  if (!isChecked) yield checkedHead(head, name);
}

async function* chunksOf(source: TranscriptSource): AsyncGenerator<Uint8Array> {
  if (typeof source === 'string') yield new TextEncoder().encode(source);
  else if (source instanceof Uint8Array) yield source;
  else yield* source;
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function checkedHead(head: Uint8Array, name: string | undefined): Uint8Array {
  if (looksLikeUtf16(head))
    throw new TranscriptError('utf16', 'is UTF-16 text, convert it to UTF-8 first', { name });
  if (isBinary(head.subarray(0, HEAD_BYTES)))
    throw new TranscriptError('binary', 'is a binary file', { name });
  const hasMark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  return hasMark ? head.subarray(3) : head;
}

function isBinary(head: Uint8Array): boolean {
  const nul = head.indexOf(0);
  if (nul === -1) return false;
  const newline = head.indexOf(LINE_FEED);
  return newline === -1 || nul < newline || !/^\ufeff?\s*[[{]/.test(new TextDecoder().decode(head));
}

/** A UTF-16 byte order mark, or the NUL beside each of the first ASCII characters. */
function looksLikeUtf16([first, second, third, fourth]: Uint8Array): boolean {
  if (first === 0xff && second === 0xfe) return true;
  if (first === 0xfe && second === 0xff) return true;
  const isLittleEndian = second === 0 && fourth === 0 && first !== 0 && third !== 0;
  const isBigEndian = first === 0 && third === 0 && second !== 0 && fourth !== 0;
  return isLittleEndian || isBigEndian;
}
