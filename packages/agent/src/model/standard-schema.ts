/** What we use of the Standard Schema interface (standardschema.dev), version 1. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    /** Static types only; never there at run time. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    /** Standard JSON Schema, where the library has it. */
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
    };
  };
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The type of what validation by `Schema` gives. */
export type SchemaOutput<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>['output'];

/** Some libraries make their schemas functions. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') && '~standard' in value
  );
}

/** What is wrong and where, one line an issue: `path.to.field: message`. */
export function describeIssues(issues: readonly StandardIssue[]): string {
  return issues
    .map(({ path = [], message }) => {
      const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
      return keys.length > 0 ? `${keys.join('.')}: ${message}` : message;
    })
    .join('\n');
}
