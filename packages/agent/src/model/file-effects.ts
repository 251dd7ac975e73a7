/** Which files a call touches, by path as the call names them. */
export interface FileEffects {
  readonly reads?: readonly string[] | undefined;
  readonly writes?: readonly string[] | undefined;
}

/** Tells a tool's file effects from its arguments (the parsed JSON, or the text of a text call). */
export type FileEffectsOf = (input: unknown) => FileEffects;
