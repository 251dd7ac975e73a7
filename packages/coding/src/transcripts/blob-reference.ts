import { isObject } from './json-value.ts';

/** A copy of `value` in which references to large contents kept beside the log are words; each is reported. */
export function inlined(value: unknown, report: (reason: string) => void): unknown {
  if (Array.isArray(value)) return value.map((element) => inlined(element, report));
  if (!isObject(value)) return value;
  if (typeof value.$blob === 'string') {
    const size = typeof value.sizeBytes === 'number' ? `${value.sizeBytes} bytes` : 'content';
    report(`${size} are kept beside the log as ${value.$blob} and are not in this file`);
    return `[${size} kept beside the log as ${value.$blob}]`;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, element]) => [unescapedKey(key), inlined(element, report)]),
  );
}

/** The log writes a key of the data that looks like its own reference with one more `$`. */
function unescapedKey(key: string): string {
  return /^\$+\$blob$/.test(key) ? key.slice(1) : key;
}
