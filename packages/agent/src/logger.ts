/** Where the library says what it noticed; pino's logger fits as it is. Item content is never logged. */
export interface Logger {
  debug(fields: Readonly<Record<string, unknown>>, message: string): void;
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}

/** Says nothing: the default. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
