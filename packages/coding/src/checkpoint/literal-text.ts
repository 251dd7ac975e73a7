/** Halves of surrogate pairs and control characters: they do not survive every file, terminal and database. */
const fragile = /(?![\n\t])[\p{Cs}\p{Cc}]/u;

/**
 * A text as it is where it reads back as itself, else as a JSON string: readable in the ordinary case, exact in
 * every case. `readPlain` is the very reader that will read it.
 */
export function literalText(text: string, readPlain: (plain: string) => string | undefined): string {
  return !fragile.test(text) && readPlain(text) === text ? text : JSON.stringify(text);
}

/** The text that a JSON string stands for; undefined where the text is no JSON string. */
export function quotedText(text: string): string | undefined {
  if (!text.startsWith('"') || !text.endsWith('"')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    // Quotation marks around ordinary words: the text means itself.
    return undefined;
  }
}
