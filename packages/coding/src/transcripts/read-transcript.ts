import type { BlobStore } from '@ai4j/agent';
import { type TranscriptSource, utf8Chunks } from './byte-source.ts';
import { detectDocumentFormat, detectLineFormat } from './detect-format.ts';
import type { ImportContext, Importer } from './importer.ts';
import { importers } from './importers.ts';
import { endsTooEarly } from './json-ending.ts';
import { isObject } from './json-value.ts';
import { MediaReader } from './media.ts';
import { type TextLine, textLines } from './text-lines.ts';
import type { Transcript, TranscriptFormat, TranscriptProblem } from './transcript.ts';
import { TranscriptError } from './transcript-error.ts';

export interface ReadTranscriptOptions {
  /** What error messages call the input: a file name. */
  readonly name?: string | undefined;
  /** Default: told from the content, never from the name. */
  readonly format?: TranscriptFormat | undefined;
  /** Gets the bytes of images and files; without it only their hashes are kept. */
  readonly blobs?: BlobStore | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Longer lines of a JSONL recording are skipped and reported. Default 64 MiB. */
  readonly maxLineBytes?: number | undefined;
  /** Larger JSON documents are refused. Default 64 MiB. */
  readonly maxDocumentBytes?: number | undefined;
}

const MEBIBYTE = 2 ** 20;
const DEFAULT_MAX_BYTES = 64 * MEBIBYTE;

/** Formats whose records are lines; those of the others are whole documents. */
const LINE_FORMATS: ReadonlySet<TranscriptFormat> = new Set([
  'claude-code',
  'codex',
  'pi',
  'gemini-cli',
  'openhands',
  'ai4j',
]);

/**
 * Reads a recorded session of another agent, or of ours, as items. JSONL is read line by line; bad and over-long lines
 * are reported in `problems` and skipped.
 * @throws TranscriptError when there is no session to read
 * @throws the reason of `signal` once it is aborted
 */
export async function readTranscript(
  source: TranscriptSource,
  options: ReadTranscriptOptions = {},
): Promise<Transcript> {
  const reading = new TranscriptReading(options);
  for await (const line of textLines(utf8Chunks(source, options.name), reading.maxBytes)) {
    options.signal?.throwIfAborted();
    await reading.addLine(line);
  }
  options.signal?.throwIfAborted();
  return reading.finish();
}

/** One pass over the lines: they are held until one tells the format, and read one by one from there on. */
class TranscriptReading {
  readonly #name: string | undefined;
  readonly #format: TranscriptFormat | undefined;
  readonly #maxLineBytes: number;
  readonly #maxDocumentBytes: number;
  readonly #context: ImportContext;
  readonly #problems: TranscriptProblem[] = [];
  readonly #ignored = new Map<string, number>();
  #importer: { readonly format: TranscriptFormat; readonly importer: Importer } | undefined;
  #held: TextLine[] = [];
  #heldBytes = 0;
  #hasLongLine = false;

  constructor(options: ReadTranscriptOptions) {
    this.#name = options.name;
    this.#format = options.format;
    this.#maxLineBytes = options.maxLineBytes ?? DEFAULT_MAX_BYTES;
    this.#maxDocumentBytes = options.maxDocumentBytes ?? DEFAULT_MAX_BYTES;
    this.#context = {
      media: new MediaReader(options.blobs),
      problem: (reason, line) => this.#problems.push({ ...(line === undefined ? {} : { line }), reason }),
      ignore: (kind) => this.#ignored.set(kind, (this.#ignored.get(kind) ?? 0) + 1),
    };
  }

  /** A line may turn out to be a whole document. */
  get maxBytes(): number {
    return Math.max(this.#maxLineBytes, this.#maxDocumentBytes);
  }

  async addLine(line: TextLine): Promise<void> {
    if (this.#importer) return this.#readLine(line, this.#importer.importer);
    this.#held.push(line);
    this.#heldBytes += line.text === undefined ? 0 : line.sizeBytes;
    const format = this.#lineFormat(line);
    if (format !== undefined) {
      const importer = this.#start(format);
      for (const held of this.#held) await this.#readLine(held, importer);
      this.#held = [];
    } else if (this.#heldBytes > this.#maxDocumentBytes && this.#held.length > 1)
      throw this.#documentTooLarge();
  }

  async finish(): Promise<Transcript> {
    if (!this.#importer) await this.#readHeld();
    if (!this.#importer) throw this.#error('no_readable_record', 'holds no JSON');
    const { format, importer } = this.#importer;
    const sessions = await importer.finish();
    if (sessions.every((session) => session.entries.length === 0)) {
      if (this.#hasLongLine) throw this.#lineTooLong();
      const reason = this.#problems[0]?.reason;
      throw this.#error(
        'no_readable_record',
        `looks like ${format}, but holds no readable record${reason ? ` (${reason})` : ''}`,
      );
    }
    return { format, sessions, problems: this.#problems, ignored: Object.fromEntries(this.#ignored) };
  }

  #start(format: TranscriptFormat): Importer {
    const importer = importers[format](this.#context);
    this.#importer = { format, importer };
    return importer;
  }

  /** The format that this line decides; undefined while it may be part of a document. */
  #lineFormat({ text }: TextLine): TranscriptFormat | undefined {
    // Within a document that is laid out over lines, an element may look like a record.
    if (text === undefined || this.#isLaidOut()) return undefined;
    const parsed = parse(text);
    if (!isObject(parsed?.value)) return undefined;
    if (this.#format === undefined) return detectLineFormat(parsed.value);
    return LINE_FORMATS.has(this.#format) ? this.#format : undefined;
  }

  #isLaidOut(): boolean {
    const first = this.#held[0]?.text?.trim();
    return first === '{' || first === '[';
  }

  async #readLine(line: TextLine, importer: Importer): Promise<void> {
    if (line.text === undefined || line.sizeBytes > this.#maxLineBytes) {
      this.#hasLongLine = true;
      const limit = mebibytes(this.#maxLineBytes);
      return this.#context.problem(
        `a line of ${mebibytes(line.sizeBytes)} is over the limit of ${limit}`,
        line.number,
      );
    }
    const parsed = parse(line.text);
    if (!parsed)
      return this.#context.problem(
        endsTooEarly(line.text) ? 'JSON that is cut off' : 'not valid JSON',
        line.number,
      );
    this.#noteReplacements(line);
    await this.#record(importer, parsed.value, line.number);
  }

  #noteReplacements({ hasReplacements, number }: TextLine): void {
    if (hasReplacements) this.#context.problem('bytes that are no UTF-8, read as U+FFFD', number);
  }

  async #record(importer: Importer, value: unknown, line?: number): Promise<void> {
    try {
      await importer.record(value, line);
    } catch (error) {
      // Values nested thousands deep cannot be walked; the records around them can.
      if (!(error instanceof RangeError)) throw error;
      this.#context.problem('nested too deeply', line);
    }
  }

  /** No line told the format: the input is a document, or lines that are documents or messages. */
  async #readHeld(): Promise<void> {
    const lines = this.#held.filter((line) => line.text !== undefined);
    this.#hasLongLine = lines.length < this.#held.length;
    if (lines.length === 0) throw this.#hasLongLine ? this.#lineTooLong() : this.#error('empty', 'is empty');
    if (this.#heldBytes > this.#maxDocumentBytes) throw this.#documentTooLarge();
    const text = lines.map((line) => line.text).join('\n');
    const document = parse(text);
    if (document) {
      await this.#readDocument(document.value);
      for (const line of lines) this.#noteReplacements(line);
      return;
    }
    const values = this.#isLaidOut()
      ? []
      : lines.map((line) => parse(line.text ?? '')?.value).filter(isObject);
    const [first] = values;
    if (first === undefined) throw this.#unreadable(text);
    const lineFormat = this.#format ?? detectDocumentFormat(first);
    if (lineFormat !== undefined) {
      const importer = this.#start(lineFormat);
      for (const line of this.#held) await this.#readLine(line, importer);
      return;
    }
    const format = detectDocumentFormat(values);
    if (format === undefined) throw this.#error('unknown_format', 'is JSON Lines of an unknown format');
    for (const line of this.#held) {
      if (!isObject(parse(line.text ?? '')?.value)) this.#context.problem('not a JSON object', line.number);
      else this.#noteReplacements(line);
    }
    await this.#record(this.#start(format), values);
  }

  async #readDocument(value: unknown): Promise<void> {
    const format = this.#format ?? detectDocumentFormat(value) ?? detectLineFormat(value);
    if (format === undefined) throw this.#error('unknown_format', 'is JSON of an unknown format');
    await this.#record(this.#start(format), value);
  }

  #unreadable(text: string): TranscriptError {
    if (/^\s*[[{]/.test(text) && endsTooEarly(text))
      return this.#error('truncated_json', 'is JSON that is cut off');
    // Bytes that are no UTF-8 were decoded to U+FFFD.
    const isBinary = text.slice(0, 4096).includes('\ufffd');
    return isBinary
      ? this.#error('binary', 'is a binary file')
      : this.#error('no_readable_record', 'holds no readable JSON');
  }

  #lineTooLong(): TranscriptError {
    return this.#error(
      'line_too_long',
      `is one line over ${mebibytes(this.#maxLineBytes)} with nothing else to read`,
    );
  }

  #documentTooLarge(): TranscriptError {
    return this.#error('document_too_large', `is a JSON document over ${mebibytes(this.#maxDocumentBytes)}`);
  }

  #error(code: ConstructorParameters<typeof TranscriptError>[0], finding: string): TranscriptError {
    return new TranscriptError(code, finding, { name: this.#name });
  }
}

/** Undefined for what is no JSON. */
function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function mebibytes(bytes: number): string {
  return bytes < MEBIBYTE ? `${bytes} bytes` : `${Math.round((bytes / MEBIBYTE) * 10) / 10} MiB`;
}
