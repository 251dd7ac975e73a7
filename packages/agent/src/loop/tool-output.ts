import { type OutputOutcome, outputOutcomeSchema } from '../items/agent-item.ts';
import { type Content, contentPartSchema } from '../items/content.ts';

/** What an output item says. */
export interface OutputContent {
  readonly output: Content;
  readonly outcome: OutputOutcome;
}

/**
 * Reads what a tool returned: `{ output, outcome }`, or an `ok` output. Texts and content parts stay
 * what they are, undefined is the empty text, anything else becomes JSON.
 * @throws TypeError for what has no JSON: cycles, functions, bigints
 */
export function readToolReturn(returned: unknown): OutputContent {
  if (isToolOutput(returned)) return { output: readContent(returned.output), outcome: returned.outcome };
  return { output: readContent(returned), outcome: 'ok' };
}

function isToolOutput(
  value: unknown,
): value is { readonly output: unknown; readonly outcome: OutputOutcome } {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 2) return false;
  return 'output' in value && 'outcome' in value && outputOutcomeSchema.safeParse(value.outcome).success;
}

function readContent(value: unknown): Content {
  if (typeof value === 'string') return value;
  if (value === undefined) return '';
  if (isContentParts(value)) return value;
  const json: string | undefined = JSON.stringify(value);
  if (json === undefined) throw new TypeError(`A ${typeof value} is no JSON value.`);
  return json;
}

function isContentParts(value: unknown): value is Exclude<Content, string> {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((part) => contentPartSchema.safeParse(part).success)
  );
}
