import { ConfigError } from '../errors.ts';
import type { OutputOutcome } from '../items/agent-item.ts';
import type { FileEffects, FileEffectsOf } from './file-effects.ts';
import type { JsonSchema } from './json-schema.ts';
import type { ToolDefinition } from './model-client.ts';
import type { SchemaOutput, StandardSchema } from './standard-schema.ts';
import { type ParsedInput, toolInputOf } from './tool-input.ts';

/** What a tool knows of the call it carries out. */
export interface ToolCallContext {
  readonly callId: string;
  /** Aborted when the run is interrupted or its time is up: stop, whatever is returned then is not read. */
  readonly signal: AbortSignal;
}

/** An output with an outcome of its own, for failures that are no exception. */
export interface ToolOutput {
  readonly output: unknown;
  readonly outcome: OutputOutcome;
}

/** A tool as `tool` makes it. The name is its key in the tool set. */
export interface Tool<Input = unknown> {
  readonly description: string;
  readonly inputJsonSchema: JsonSchema;
  /** Outputs are cut to this many Chars, head and tail kept. */
  readonly maxOutputChars: number;
  parse(input: unknown): Promise<ParsedInput<Input>>;
  execute(input: Input, context: ToolCallContext): Promise<unknown>;
  needsApproval(input: Input): Promise<boolean>;
  /** Undefined: nothing is known of them. Takes arguments as a model wrote them; those that do not fit name no file. */
  readonly fileEffects: FileEffectsOf | undefined;
}

export type ToolSet = Readonly<Record<string, Tool>>;

/** About 12,000 Tokens of English: what one result may take of a context, unless the tool says otherwise. */
export const DEFAULT_MAX_OUTPUT_CHARS = 50_000;

interface ToolBehaviour<Input> {
  readonly description: string;
  /**
   * Carries a call out. Returns, or promises, a text, content parts, a `ToolOutput`, or any other JSON
   * value, which the model reads as JSON; undefined is the empty text. What it throws becomes an output
   * with outcome `error`, and the model reads the message.
   */
  execute(input: Input, context: ToolCallContext): unknown;
  /** Whether a person must approve the call first. Default false. */
  readonly needsApproval?: boolean | ((input: Input) => boolean | Promise<boolean>) | undefined;
  /** Which files a call touches, where its arguments say so; they come as the model wrote them, without defaults. Default: by the tool's name. */
  readonly fileEffects?: ((input: Input) => FileEffects) | undefined;
  /** Default `DEFAULT_MAX_OUTPUT_CHARS`; Infinity = whole. */
  readonly maxOutputChars?: number | undefined;
}

export interface SchemaToolOptions<Schema extends StandardSchema>
  extends ToolBehaviour<SchemaOutput<Schema>> {
  /** zod 4, zod 3.25, or any Standard Schema. */
  readonly inputSchema: Schema;
  /** For schema libraries that give no JSON Schema of their own. */
  readonly inputJsonSchema?: JsonSchema | undefined;
}

export interface JsonSchemaToolOptions<Input> extends ToolBehaviour<Input> {
  readonly inputSchema: JsonSchema;
}

/**
 * Makes a tool. `input` has the type of `inputSchema`; for a plain JSON Schema name it yourself:
 * `tool<{ path: string }>({ inputSchema: { type: 'object', … }, … })`.
 * @throws ConfigError when the schema gives no JSON Schema and none is given, or a limit is not positive
 */
export function tool<Schema extends StandardSchema>(
  options: SchemaToolOptions<Schema>,
): Tool<SchemaOutput<Schema>>;
export function tool<Input = unknown>(options: JsonSchemaToolOptions<Input>): Tool<Input>;
export function tool(
  options: ToolBehaviour<unknown> & {
    readonly inputSchema: StandardSchema | JsonSchema;
    readonly inputJsonSchema?: JsonSchema | undefined;
  },
): Tool {
  const {
    description,
    needsApproval = false,
    fileEffects,
    maxOutputChars = DEFAULT_MAX_OUTPUT_CHARS,
  } = options;
  if (!(maxOutputChars > 0)) {
    throw new ConfigError(
      'invalid_option',
      `maxOutputChars is ${maxOutputChars}; a result must be allowed something.`,
    );
  }
  const input = toolInputOf(options.inputSchema, options.inputJsonSchema);
  return {
    description,
    inputJsonSchema: input.jsonSchema,
    maxOutputChars,
    parse: input.parse,
    execute: async (value, context) => options.execute(value, context),
    needsApproval: async (value) =>
      typeof needsApproval === 'boolean' ? needsApproval : needsApproval(value),
    fileEffects: fileEffects && forAnyInput(fileEffects),
  };
}

/** A tool set as the model is told of it, in the order of its keys: the same set gives the same prompt. */
export function toolDefinitions(tools: ToolSet): readonly ToolDefinition[] {
  return Object.entries(tools).map(([name, { description, inputJsonSchema }]) => ({
    name,
    description,
    inputSchema: inputJsonSchema,
  }));
}

/** The file effects that tools declare, by tool name, as `llmCompactPolicy` takes them. */
export function fileEffectsByTool(tools: ToolSet): Readonly<Record<string, FileEffectsOf>> {
  return Object.fromEntries(
    Object.entries(tools).flatMap(([name, { fileEffects }]) => (fileEffects ? [[name, fileEffects]] : [])),
  );
}

function forAnyInput(fileEffects: (input: unknown) => FileEffects): FileEffectsOf {
  return (input) => {
    try {
      return fileEffects(input);
    } catch {
      // Arguments of a call that failed for not fitting: it touched nothing.
      return {};
    }
  };
}
