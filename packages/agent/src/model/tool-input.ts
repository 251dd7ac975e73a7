import { z } from 'zod/v4';
import { ConfigError } from '../errors.ts';
import type { JsonSchema } from './json-schema.ts';
import { describeIssues, isStandardSchema, type StandardSchema } from './standard-schema.ts';
import { zod3JsonSchema } from './zod3-json-schema.ts';

/** A validated input, or what is wrong with it in words that a model can act on. */
export type ParsedInput<Input> =
  | { readonly valid: true; readonly input: Input }
  | { readonly valid: false; readonly problem: string };

/** How the input of a tool is described to the model and checked. */
export interface ToolInput<Input> {
  readonly jsonSchema: JsonSchema;
  parse(input: unknown): Promise<ParsedInput<Input>>;
}

/**
 * Reads an input schema: validation by `~standard` or by the JSON Schema; the JSON Schema from the
 * schema itself unless `given`.
 * @throws ConfigError when no JSON Schema can be had from the schema and none is given
 */
export function toolInputOf(schema: StandardSchema | JsonSchema, given?: JsonSchema): ToolInput<unknown> {
  if (!isStandardSchema(schema)) {
    return { jsonSchema: schema, parse: parserOf(validatorOf(schema) ?? anyObject) };
  }
  return { jsonSchema: given ?? jsonSchemaOf(schema), parse: parserOf(schema) };
}

function parserOf(schema: StandardSchema): ToolInput<unknown>['parse'] {
  return async (input) => {
    const result = await schema['~standard'].validate(input);
    if (result.issues) return { valid: false, problem: describeIssues(result.issues) };
    return { valid: true, input: result.value };
  };
}

function jsonSchemaOf(schema: StandardSchema): JsonSchema {
  const { vendor, jsonSchema } = schema['~standard'];
  try {
    if (jsonSchema) return withoutDialect(jsonSchema.input({ target: 'draft-2020-12' }));
    if ('_zod' in schema)
      return withoutDialect(z.toJSONSchema(schema as unknown as z.core.$ZodType, { io: 'input' }));
    if (vendor === 'zod') return zod3JsonSchema(schema);
  } catch (cause) {
    throw noJsonSchema(vendor, cause);
  }
  throw noJsonSchema(vendor);
}

function noJsonSchema(vendor: string, cause?: unknown): ConfigError {
  const why = cause instanceof Error ? ` (${cause.message})` : '';
  return new ConfigError(
    'missing_option',
    `The inputSchema of ${vendor} gives no JSON Schema${why}; give the tool an inputJsonSchema beside it.`,
    { cause },
  );
}

/** Providers take a schema without the name of its dialect, and some refuse one with it. */
function withoutDialect({ $schema: _, ...schema }: Readonly<Record<string, unknown>>): JsonSchema {
  return schema;
}

/**
 * A validator for a JSON Schema; undefined where the installed zod reads none (before 4.2), or not this one.
 * Then only its being an object is checked: docs/decisions/0011 says why.
 */
function validatorOf(schema: JsonSchema): StandardSchema | undefined {
  if (!('fromJSONSchema' in z)) return undefined;
  try {
    return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  } catch {
    return undefined;
  }
}

const anyObject: StandardSchema = z.record(z.string(), z.unknown());
