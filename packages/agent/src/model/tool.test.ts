import { describe, expect, expectTypeOf, test } from 'vitest';
import { z as z3 } from 'zod/v3';
import { z } from 'zod/v4';
import { ConfigError } from '../errors.ts';
import type { JsonSchema } from './json-schema.ts';
import type { StandardSchema } from './standard-schema.ts';
import { fileEffectsByTool, type Tool, type ToolSet, tool, toolDefinitions } from './tool.ts';

const pathSchema = {
  type: 'object',
  properties: { path: { type: 'string' }, lines: { type: 'integer', minimum: 1 } },
  required: ['path'],
};

/** A schema of a library that knows Standard Schema and nothing of JSON Schema. */
const standard: StandardSchema<unknown, { readonly path: string }> = {
  '~standard': {
    version: 1,
    vendor: 'acme',
    validate: (value) => {
      const path = (value as { path?: unknown } | null)?.path;
      if (typeof path === 'string') return { value: { path } };
      return { issues: [{ message: 'Expected a text', path: ['path'] }] };
    },
  },
};

const tools: readonly (readonly [string, Tool])[] = [
  [
    'zod 4',
    tool({
      description: 'Reads',
      inputSchema: z.object({ path: z.string(), lines: z.int().min(1).optional() }),
      execute: ({ path }) => path,
    }),
  ],
  [
    'zod 3',
    tool({
      description: 'Reads',
      inputSchema: z3.object({ path: z3.string(), lines: z3.number().int().min(1).optional() }),
      execute: ({ path }) => path,
    }),
  ],
  [
    'Standard Schema',
    tool({
      description: 'Reads',
      inputSchema: standard,
      inputJsonSchema: pathSchema,
      execute: ({ path }) => path,
    }),
  ],
  [
    'JSON Schema',
    tool<{ path: string }>({
      description: 'Reads',
      inputSchema: pathSchema,
      execute: ({ path }) => path,
    }),
  ],
];

describe.each(tools)('a tool with an input schema of %s', (_, made) => {
  test('describes its input to the model', () => {
    expect(made.inputJsonSchema).toMatchObject({
      type: 'object',
      properties: { path: { type: 'string' } },
      required: ['path'],
    });
    expect(made.inputJsonSchema).not.toHaveProperty('$schema');
  });

  test('passes valid input on', async () => {
    expect(await made.parse({ path: 'a.ts' })).toEqual({ valid: true, input: { path: 'a.ts' } });
    const context = { callId: 'c', signal: new AbortController().signal };
    expect(await made.execute({ path: 'a.ts' }, context)).toBe('a.ts');
  });

  test('says what is wrong, and where', async () => {
    const parsed = await made.parse({ path: 7 });
    expect(parsed).toEqual({ valid: false, problem: expect.stringMatching(/^path: \S/) });
    expect(await made.parse('a.ts')).toMatchObject({ valid: false });
  });
});

test('execute, needsApproval and fileEffects know the type of the input', () => {
  const typed = tool({
    description: 'Writes',
    inputSchema: z.object({ path: z.string(), mode: z.enum(['append', 'replace']).default('append') }),
    needsApproval: (input) => {
      expectTypeOf(input).toEqualTypeOf<{ path: string; mode: 'append' | 'replace' }>();
      return input.mode === 'replace';
    },
    fileEffects: ({ path }) => ({ writes: [path] }),
    execute: (input, { callId, signal }) => {
      expectTypeOf(input.mode).toEqualTypeOf<'append' | 'replace'>();
      expectTypeOf(callId).toEqualTypeOf<string>();
      expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
    },
  });
  expectTypeOf(typed).toEqualTypeOf<Tool<{ path: string; mode: 'append' | 'replace' }>>();
  expectTypeOf({ typed }).toExtend<ToolSet>();

  tool({
    description: 'Reads',
    inputSchema: z3.object({ n: z3.coerce.number() }),
    execute: (input) => expectTypeOf(input).toEqualTypeOf<{ n: number }>(),
  });
  tool({
    description: 'Reads',
    inputSchema: standard,
    inputJsonSchema: pathSchema,
    execute: (input) => expectTypeOf(input).toEqualTypeOf<{ readonly path: string }>(),
  });
  tool({
    description: 'Reads',
    inputSchema: pathSchema,
    execute: (input) => expectTypeOf(input).toEqualTypeOf<unknown>(),
  });
  expect(typed.fileEffects?.({ path: 'a', mode: 'append' })).toEqual({ writes: ['a'] });
  expect(typed.fileEffects?.(undefined)).toEqual({});
  expect(Object.keys(fileEffectsByTool({ typed, other: tools[0]?.[1] as Tool }))).toEqual(['typed']);
});

test('a schema that gives no JSON Schema is refused, and the message says what to do', () => {
  const execute = () => '';
  expect(() => tool({ description: '', inputSchema: standard, execute })).toThrow(ConfigError);
  expect(() => tool({ description: '', inputSchema: standard, execute })).toThrow(/acme.*inputJsonSchema/);
  const lazy: z3.ZodTypeAny = z3.object({ next: z3.lazy(() => lazy) });
  expect(() => tool({ description: '', inputSchema: lazy, execute })).toThrow(/ZodLazy.*inputJsonSchema/);
});

test('a limit that lets nothing through is refused', () => {
  const limited = () => tool({ description: '', inputSchema: {}, maxOutputChars: 0, execute: () => '' });
  expect(limited).toThrow(/maxOutputChars is 0/);
});

test('definitions keep the order of the set', () => {
  const one = tool({ description: 'one', inputSchema: z.object({}), execute: () => '' });
  expect(toolDefinitions({ b: one, a: one }).map(({ name }) => name)).toEqual(['b', 'a']);
});

const zod3Table: readonly (readonly [string, z3.ZodTypeAny, JsonSchema])[] = [
  [
    'string',
    z3.string().min(1).max(9).email().describe('who'),
    { type: 'string', minLength: 1, maxLength: 9, format: 'email', description: 'who' },
  ],
  ['pattern', z3.string().regex(/^a+$/), { type: 'string', pattern: '^a+$' }],
  [
    'number',
    z3.number().gt(0).lte(9).multipleOf(3),
    { type: 'number', exclusiveMinimum: 0, maximum: 9, multipleOf: 3 },
  ],
  [
    'literals',
    z3.union([z3.literal('a'), z3.literal(1), z3.null()]),
    { anyOf: [{ const: 'a' }, { const: 1 }, { type: 'null' }] },
  ],
  ['enum', z3.enum(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
  [
    'native enum',
    z3.nativeEnum({ A: 0, B: 1, 0: 'A', 1: 'B' } as unknown as { A: 0; B: 1 }),
    { enum: [0, 1] },
  ],
  [
    'array',
    z3.array(z3.boolean()).length(2),
    { type: 'array', items: { type: 'boolean' }, minItems: 2, maxItems: 2 },
  ],
  [
    'tuple',
    z3.tuple([z3.string(), z3.any()]),
    { type: 'array', prefixItems: [{ type: 'string' }, {}], minItems: 2, items: false },
  ],
  [
    'record',
    z3.record(z3.number()),
    { type: 'object', propertyNames: { type: 'string' }, additionalProperties: { type: 'number' } },
  ],
  [
    'nullable default',
    z3.string().nullable().default('x'),
    { anyOf: [{ type: 'string' }, { type: 'null' }], default: 'x' },
  ],
  ['what goes into a transform', z3.string().transform(Number).pipe(z3.number()), { type: 'string' }],
  [
    'strict object',
    z3.object({ a: z3.string().optional() }).strict(),
    { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
  ],
  [
    'discriminated union',
    z3.discriminatedUnion('t', [
      z3.object({ t: z3.literal('a') }),
      z3.object({ t: z3.literal('b'), n: z3.number() }),
    ]),
    {
      anyOf: [
        { type: 'object', properties: { t: { const: 'a' } }, required: ['t'] },
        { type: 'object', properties: { t: { const: 'b' }, n: { type: 'number' } }, required: ['t', 'n'] },
      ],
    },
  ],
];

test.each(zod3Table)('zod 3: %s', (_, schema, expected) => {
  const made = tool({ description: '', inputSchema: z3.object({ it: schema }), execute: () => '' });
  expect((made.inputJsonSchema.properties as Record<string, unknown>).it).toEqual(expected);
});
