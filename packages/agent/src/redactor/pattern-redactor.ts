import type { Redactor } from '../redactor.ts';
import type { SecretPattern } from './secret-pattern.ts';
import { secretPatterns } from './secret-patterns.ts';

export interface PatternRedactorOptions {
  /** Default `secretPatterns`. */
  readonly patterns?: readonly SecretPattern[] | undefined;
  /** Applied after `patterns`: shapes of your own. */
  readonly extra?: readonly SecretPattern[] | undefined;
}

/**
 * Takes out what looks like a secret, and says of what kind it was. With the patterns given here: what was
 * redacted stays the same when it is redacted again, JSON stays JSON, and the time it takes grows with the
 * length of the text. It knows shapes, not secrets: a password in a sentence passes.
 */
export function patternRedactor(options: PatternRedactorOptions = {}): Redactor {
  const { patterns = secretPatterns, extra = [] } = options;
  const takeOuts = [...patterns, ...extra].map(takeOut);
  return (text) => takeOuts.reduce((rest, apply) => apply(rest), text);
}

function takeOut({ name, pattern, accepts = () => true }: SecretPattern): Redactor {
  const all = new RegExp(pattern.source, pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`);
  const replacement = `[redacted:${name}]`;
  return (text) =>
    text.replace(all, (match: string, ...rest: unknown[]) => {
      const before = keptOf(rest.at(-1)).length;
      return accepts(match.slice(before)) ? match.slice(0, before) + replacement : match;
    });
}

/** The last argument of a replacer is the named groups, where there are any. */
function keptOf(groups: unknown): string {
  return typeof groups === 'object' ? ((groups as { readonly before?: string } | null)?.before ?? '') : '';
}
