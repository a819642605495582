import { type BallistaError, IoError, NotFoundError } from '@ballista-ts/core';

export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && codes.includes((error as NodeJS.ErrnoException).code ?? '');

/** What a failed file operation means: a missing file is NOT_FOUND, the rest is I/O and may be tried again. */
export function fileError(what: string, cause: unknown): BallistaError {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (hasCode(cause, 'ENOENT', 'ENOTDIR')) return new NotFoundError(`${what}: ${message}`, { cause });
  return new IoError(`${what}: ${message}`, { cause });
}
