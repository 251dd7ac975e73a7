/** 1234567 → `1,234,567`. */
export function grouped(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Tokens for an axis or a dense column: `950`, `9.5k`, `128k`, `1.2M`. */
export function short(value: number): string {
  if (value < 1000) return String(Math.round(value));
  if (value < 999_500) return `${trimmed(value / 1000)}k`;
  return `${trimmed(value / 1_000_000)}M`;
}

function trimmed(value: number): string {
  return value < 10 ? value.toFixed(1).replace(/\.0$/, '') : value.toFixed(0);
}

/** 12.345 → `12.3 %`, 0.0234 → `0.02 %`; null → `–`. */
export function percent(value: number | null): string {
  return value === null ? '–' : `${value.toFixed(value > 0 && value < 0.1 ? 2 : 1)} %`;
}

/** `1 item`, `2 items`, `1,200 items`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}
