import type { Attributes } from '@opentelemetry/api';
import { Ai4jError } from '../errors.ts';
import { ERROR_TYPE } from './semantic-names.ts';

/** The kind of a failure. Never its message: providers and tools quote what they were given. */
export function failureAttributes(error: unknown): Attributes {
  return { [ERROR_TYPE]: failureType(error) };
}

function failureType(error: unknown): string {
  if (Ai4jError.isInstance(error)) return `${error.name}.${error.code}`;
  return error instanceof Error ? error.name : typeof error;
}
