import type { JsonSchema } from './json-schema.ts';

/** What we read of a zod 3 schema: it describes itself in `_def`. */
interface Zod3Def {
  readonly typeName: string;
  readonly description?: string;
  readonly [field: string]: unknown;
}

/**
 * The JSON Schema of the input of a zod 3 schema. Whatever has no exact counterpart is refused rather
 * than described wrongly; refinements and transforms describe what goes into them.
 * @throws Error naming the type that has no JSON Schema
 */
export function zod3JsonSchema(schema: unknown): JsonSchema {
  const def = (schema as { readonly _def: Zod3Def })._def;
  const described = jsonSchemaOf(def);
  return def.description === undefined ? described : { ...described, description: def.description };
}

function jsonSchemaOf(def: Zod3Def): JsonSchema {
  switch (def.typeName) {
    case 'ZodString':
      return stringSchema(def.checks as readonly Check[]);
    case 'ZodNumber':
      return numberSchema(def.checks as readonly Check[]);
    case 'ZodBoolean':
      return { type: 'boolean' };
    case 'ZodNull':
      return { type: 'null' };
    case 'ZodAny':
    case 'ZodUnknown':
      return {};
    case 'ZodLiteral':
      return { const: def.value };
    case 'ZodEnum':
      return { type: 'string', enum: def.values };
    case 'ZodNativeEnum':
      return { enum: enumValues(def.values as Readonly<Record<string, string | number>>) };
    case 'ZodArray':
      return arraySchema(def);
    case 'ZodTuple':
      return tupleSchema(def);
    case 'ZodObject':
      return objectSchema(def);
    case 'ZodRecord':
      return {
        type: 'object',
        propertyNames: zod3JsonSchema(def.keyType),
        additionalProperties: zod3JsonSchema(def.valueType),
      };
    case 'ZodUnion':
    case 'ZodDiscriminatedUnion':
      return { anyOf: [...(def.options as Iterable<unknown>)].map(zod3JsonSchema) };
    case 'ZodIntersection':
      return { allOf: [zod3JsonSchema(def.left), zod3JsonSchema(def.right)] };
    case 'ZodNullable':
      return { anyOf: [zod3JsonSchema(def.innerType), { type: 'null' }] };
    case 'ZodDefault':
      return { ...zod3JsonSchema(def.innerType), default: (def.defaultValue as () => unknown)() };
    case 'ZodOptional':
    case 'ZodCatch':
    case 'ZodReadonly':
      return zod3JsonSchema(def.innerType);
    case 'ZodBranded':
      return zod3JsonSchema(def.type);
    case 'ZodEffects':
      return zod3JsonSchema(def.schema);
    case 'ZodPipeline':
      return zod3JsonSchema(def.in);
    default:
      throw new Error(`${def.typeName} has no JSON Schema here`);
  }
}

interface Check {
  readonly kind: string;
  readonly value?: number | string;
  readonly inclusive?: boolean;
  readonly regex?: RegExp;
}

const stringFormats: Readonly<Record<string, string>> = {
  email: 'email',
  url: 'uri',
  uuid: 'uuid',
  datetime: 'date-time',
  date: 'date',
  time: 'time',
};

function stringSchema(checks: readonly Check[]): JsonSchema {
  const schema: Record<string, unknown> = { type: 'string' };
  for (const { kind, value, regex } of checks) {
    if (kind === 'min') schema.minLength = value;
    else if (kind === 'max') schema.maxLength = value;
    else if (kind === 'length') Object.assign(schema, { minLength: value, maxLength: value });
    else if (kind === 'regex') schema.pattern = regex?.source;
    else if (stringFormats[kind]) schema.format = stringFormats[kind];
  }
  return schema;
}

function numberSchema(checks: readonly Check[]): JsonSchema {
  const schema: Record<string, unknown> = { type: 'number' };
  for (const { kind, value, inclusive } of checks) {
    if (kind === 'int') schema.type = 'integer';
    else if (kind === 'min') schema[inclusive ? 'minimum' : 'exclusiveMinimum'] = value;
    else if (kind === 'max') schema[inclusive ? 'maximum' : 'exclusiveMaximum'] = value;
    else if (kind === 'multipleOf') schema.multipleOf = value;
  }
  return schema;
}

function arraySchema(def: Zod3Def): JsonSchema {
  const size = (name: string) => (def[name] as { readonly value: number } | null)?.value;
  const exact = size('exactLength');
  const min = exact ?? size('minLength');
  const max = exact ?? size('maxLength');
  return {
    type: 'array',
    items: zod3JsonSchema(def.type),
    ...(min !== undefined && { minItems: min }),
    ...(max !== undefined && { maxItems: max }),
  };
}

function tupleSchema(def: Zod3Def): JsonSchema {
  const items = (def.items as readonly unknown[]).map(zod3JsonSchema);
  const rest = def.rest ? zod3JsonSchema(def.rest) : false;
  return { type: 'array', prefixItems: items, minItems: items.length, items: rest };
}

function objectSchema(def: Zod3Def): JsonSchema {
  const shape = Object.entries((def.shape as () => Readonly<Record<string, unknown>>)());
  const required = shape.filter(([, field]) => !isOptional(field)).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(shape.map(([name, field]) => [name, zod3JsonSchema(field)])),
    ...(required.length > 0 && { required }),
    ...objectRest(def),
  };
}

/** zod 3 strips unknown keys by default: they are allowed, and come to nothing. */
function objectRest(def: Zod3Def): JsonSchema {
  const catchall = def.catchall as { readonly _def: Zod3Def };
  if (catchall._def.typeName !== 'ZodNever') return { additionalProperties: zod3JsonSchema(catchall) };
  return def.unknownKeys === 'strict' ? { additionalProperties: false } : {};
}

function isOptional(schema: unknown): boolean {
  return (schema as { isOptional(): boolean }).isOptional();
}

/** A numeric enum maps both ways at run time: the names are no values. */
function enumValues(values: Readonly<Record<string, string | number>>): readonly (string | number)[] {
  return Object.keys(values)
    .filter((key) => typeof values[values[key] as string] !== 'number')
    .map((key) => values[key] as string | number);
}
