export type LogFields = Readonly<Record<string, unknown>>;

/** Where log lines go. pino, console-likes and test recorders fit with a line of glue. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** Drops everything: the default of libraries that are embedded. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
