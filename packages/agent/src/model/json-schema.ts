/** JSON Schema as data: an object of keywords. */
export type JsonSchema = Readonly<Record<string, unknown>>;
