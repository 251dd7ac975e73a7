const LINE_FEED = 0x0a;

/** One line that is not blank; `text` is absent when the line has more bytes than were asked for. */
export interface TextLine {
  /** 1-based, blank lines counted. */
  readonly number: number;
  readonly sizeBytes: number;
  readonly text?: string;
  /** Set where bytes were no UTF-8: `text` has U+FFFD in their stead. */
  readonly hasReplacements?: true;
}

/** The lines of a UTF-8 byte stream, one held at a time, none of them longer than `maxLineBytes` in memory. */
export async function* textLines(
  chunks: AsyncIterable<Uint8Array>,
  maxLineBytes: number,
): AsyncGenerator<TextLine> {
  const line = new LineBuffer(maxLineBytes);
  let number = 1;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      line.append(chunk.subarray(start, end));
      const taken = line.take(number++);
      if (taken) yield taken;
      start = end + 1;
    }
    line.append(chunk.subarray(start));
  }
  const last = line.take(number);
  if (last) yield last;
}

/** Collects the bytes of one line and forgets them as soon as it is known to be too long. */
class LineBuffer {
  readonly #maxBytes: number;
  #pieces: Uint8Array[] = [];
  #sizeBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  append(piece: Uint8Array): void {
    if (piece.length === 0) return;
    this.#sizeBytes += piece.length;
    if (this.#sizeBytes > this.#maxBytes) this.#pieces = [];
    // A source may fill the same chunk again while its line goes on.
    else this.#pieces.push(piece.slice());
  }

  /** The line so far, undefined when it is blank; the buffer is empty then. */
  take(number: number): TextLine | undefined {
    const pieces = this.#pieces;
    const sizeBytes = this.#sizeBytes;
    this.#pieces = [];
    this.#sizeBytes = 0;
    if (sizeBytes > this.#maxBytes) return { number, sizeBytes };
    const exact = decode(pieces, { fatal: true });
    const text = exact ?? decode(pieces, { fatal: false }) ?? '';
    if (text.trim() === '') return undefined;
    return { number, sizeBytes, text, ...(exact === undefined && { hasReplacements: true }) };
  }
}

/** Undefined for bytes that are no UTF-8, where those are fatal. */
function decode(pieces: readonly Uint8Array[], { fatal }: { readonly fatal: boolean }): string | undefined {
  const decoder = new TextDecoder('utf-8', { fatal });
  try {
    return pieces.map((piece) => decoder.decode(piece, { stream: true })).join('') + decoder.decode();
  } catch {
    return undefined;
  }
}
