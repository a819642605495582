import type { LogFields, Logger } from '@ballista-ts/core';

export interface LogLine {
  readonly level: keyof Logger;
  readonly message: string;
  readonly fields: LogFields;
}

/** A logger that keeps what it is told, for assertions and for the message of a failing test. */
export interface RecordingLogger extends Logger {
  readonly lines: readonly LogLine[];
  /** One line a record: `warn executor lost {"executorId":"e1"}`. */
  text(): string;
}

export function recordingLogger(): RecordingLogger {
  const lines: LogLine[] = [];
  const at =
    (level: keyof Logger) =>
    (message: string, fields: LogFields = {}) =>
      void lines.push({ level, message, fields });
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    lines,
    text: () =>
      lines.map(({ level, message, fields }) => `${level} ${message} ${JSON.stringify(fields, printable)}`).join('\n'),
  };
}

const printable = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value instanceof Error ? value.message : value;
