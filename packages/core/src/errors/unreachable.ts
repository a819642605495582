import { InternalError } from './errors.js';

/** The default arm of an exhaustive `switch`: the compiler refuses the call while a case is missing. */
export function unreachable(value: never, what = 'value'): never {
  throw new InternalError(
    `unexpected ${what}: ${JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part))}`,
  );
}
