/** Gives each id once: as it is wanted, or with the first free number behind it. A repeated id costs what a new one does. */
export class UniqueIds {
  readonly #taken = new Set<string>();
  /** The number to try next, for ids that were wanted more than once. */
  readonly #nextNumbers = new Map<string, number>();

  /** The ids given so far, in order. */
  get all(): readonly string[] {
    return [...this.#taken];
  }

  take(wanted: string): string {
    let id = wanted;
    let number = this.#nextNumbers.get(wanted) ?? 2;
    for (; this.#taken.has(id); number++) id = `${wanted}#${number}`;
    if (id !== wanted) this.#nextNumbers.set(wanted, number);
    this.#taken.add(id);
    return id;
  }
}
