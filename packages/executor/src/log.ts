import type { LogFields, Logger } from '@ballista-ts/core';

export const logLevels = ['off', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Lines for a terminal or a file: time, level, message, fields. For the command; libraries take a `Logger`. */
export function lineLogger(level: LogLevel, write: (line: string) => void): Logger {
  const threshold = logLevels.indexOf(level);
  const at =
    (own: Exclude<LogLevel, 'off'>) =>
    (message: string, fields: LogFields = {}): void => {
      if (logLevels.indexOf(own) > threshold) return;
      const rest = Object.entries(fields).map(([key, value]) => ` ${key}=${format(value)}`);
      write(`${new Date().toISOString()} ${own.toUpperCase()} ${message}${rest.join('')}\n`);
    };
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}

function format(value: unknown): string {
  if (value instanceof Error) return JSON.stringify(value.stack ?? value.message);
  if (typeof value === 'string') return /^[\w.:/-]+$/.test(value) ? value : JSON.stringify(value);
  return JSON.stringify(value) ?? 'undefined';
}
