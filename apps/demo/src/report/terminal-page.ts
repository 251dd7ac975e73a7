import type pc from 'picocolors';
import { printable } from './printable.ts';
import { fitCells, wrapCells } from './text-cells.ts';

/** Cells of the names before entries. */
const LABEL_CELLS = 12;

export type TerminalColors = ReturnType<typeof pc.createColors>;

/** Lines with a margin of two cells. */
export class TerminalPage {
  readonly width: number;
  readonly colors: TerminalColors;
  readonly #lines: string[] = [''];

  constructor(width: number, colors: TerminalColors) {
    this.width = width;
    this.colors = colors;
  }

  line(...parts: readonly string[]): void {
    this.#lines.push(`  ${parts.join('')}`.trimEnd());
  }
  dim(text: string): void {
    for (const line of wrapCells(text, this.width - 4)) this.line(this.colors.dim(line));
  }
  blank(): void {
    this.#lines.push('');
  }
  heading(text: string, aside = ''): void {
    this.blank();
    this.line(this.colors.bold(printable(text)), aside && this.colors.dim(`  ${printable(aside)}`));
  }
  /** A name, and what is to say about it, wrapped beside it. */
  entry(name: string, text: string, paint: (line: string) => string = String): void {
    const lines = wrapCells(text, this.width - 4 - LABEL_CELLS);
    lines.forEach((line, index) => {
      this.line(this.colors.dim(fitCells(index === 0 ? name : '', LABEL_CELLS)), paint(line));
    });
  }
  /** A name and a path, which is never cut: people copy it. */
  path(name: string, path: string): void {
    this.line(this.colors.dim(fitCells(name, LABEL_CELLS)), printable(path));
  }
  text(): string {
    return `${this.#lines.join('\n')}\n`;
  }
}
