import { InvalidArgumentError } from '@ballista-ts/core';

/**
 * Checks a path inside a store: segments separated by `/`, none of them empty, `.` or `..`, and no NUL. What passes cannot leave
 * the directory it is joined to.
 * @throws InvalidArgumentError
 */
export function checkObjectPath(path: string): string {
  if (path.includes('\0'))
    throw new InvalidArgumentError(`object path ${JSON.stringify(path)} contains a NUL character`);
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.' || segment === '..') {
      throw new InvalidArgumentError(
        `object path ${JSON.stringify(path)} has the segment ${JSON.stringify(segment)}; paths are relative to the store, like a/b.parquet`,
      );
    }
  }
  return path;
}

/** Like `checkObjectPath` for the beginning of a path: may be empty, or end with `/`. */
export function checkObjectPrefix(prefix: string): string {
  const trimmed = prefix.endsWith('/') ? prefix.slice(0, -1) : prefix;
  if (trimmed !== '') checkObjectPath(trimmed);
  return prefix;
}
