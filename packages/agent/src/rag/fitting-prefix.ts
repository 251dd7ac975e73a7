import { headOf } from '../items/clip-text.ts';

/** The longest beginning of `text` that `fits`, surrogate pairs left whole; what fits is taken to fit shorter too. */
export function fittingPrefix(text: string, fits: (prefix: string) => boolean): string {
  let longest = '';
  let low = 1;
  let high = text.length;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const prefix = headOf(text, middle);
    if (fits(prefix)) {
      longest = prefix;
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return longest;
}
