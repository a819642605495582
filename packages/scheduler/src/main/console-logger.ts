import type { LogFields, Logger } from '@ballista-ts/core';

export const logLevels = ['off', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** One line an entry: time, level, message, fields as `key=value`. Standard output stays free for results. */
export function lineLogger(
  level: LogLevel,
  write: (line: string) => void = (line) => process.stderr.write(line),
): Logger {
  const upTo = logLevels.indexOf(level);
  const at =
    (own: LogLevel) =>
    (message: string, fields?: LogFields): void => {
      if (logLevels.indexOf(own) > upTo) return;
      const parts = Object.entries(fields ?? {}).map(([key, value]) => ` ${key}=${format(value)}`);
      write(`${new Date().toISOString()} ${own.toUpperCase().padEnd(5)} ${oneLine(message)}${parts.join('')}\n`);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

function format(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return /^[\w.:/-]+$/.test(text) ? text : JSON.stringify(text);
}

const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');
