import { InvalidArgumentError } from '../../errors/errors.js';

/** Options of a file format as text. */
export type OptionMap = ReadonlyMap<string, string>;

const wrong = (key: string, text: string, expected: string): InvalidArgumentError =>
  new InvalidArgumentError(`file format option ${key} is ${JSON.stringify(text.slice(0, 60))}, expected ${expected}`);

/** @throws InvalidArgumentError when the option is there and not a boolean. */
export function booleanOption(options: OptionMap, key: string): boolean | undefined {
  const text = options.get(key);
  if (text === undefined) return undefined;
  switch (text.toLowerCase()) {
    case 'true':
    case 't':
    case '1':
      return true;
    case 'false':
    case 'f':
    case '0':
      return false;
    default:
      throw wrong(key, text, 'true or false');
  }
}

/** @throws InvalidArgumentError when the option is there and not a whole number of 64 bits. */
export function bigintOption(options: OptionMap, key: string): bigint | undefined {
  const text = options.get(key);
  if (text === undefined) return undefined;
  if (!/^\d{1,19}$/.test(text)) throw wrong(key, text, 'a whole number');
  return BigInt(text);
}

/** @throws InvalidArgumentError when the option is there and not a whole number of 32 bits. */
export function uint32Option(options: OptionMap, key: string): number | undefined {
  const value = bigintOption(options, key);
  if (value === undefined) return undefined;
  if (value > 0xffffffffn) throw wrong(key, String(value), 'a whole number of 32 bits');
  return Number(value);
}

/** @throws InvalidArgumentError when the option is there and not a number. */
export function numberOption(options: OptionMap, key: string): number | undefined {
  const text = options.get(key);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || Number.isNaN(value)) throw wrong(key, text, 'a number');
  return value;
}

const escapes: Readonly<Record<string, string>> = { '\\t': '\t', '\\n': '\n', '\\r': '\r', '\\0': '\0', '\\\\': '\\' };

/** A single byte; `\t` and its like may be written as an escape. @throws InvalidArgumentError for anything longer. */
export function byteOption(options: OptionMap, key: string): string | undefined {
  const text = options.get(key);
  if (text === undefined || text === '') return undefined;
  const byte = escapes[text] ?? text;
  if (byte.length !== 1 || byte.charCodeAt(0) > 0x7f) throw wrong(key, text, 'a single ASCII character');
  return byte;
}

/** @throws InvalidArgumentError naming the allowed words. */
export function wordOption<T extends string>(options: OptionMap, key: string, words: readonly T[]): T | undefined {
  const text = options.get(key)?.toLowerCase();
  if (text === undefined) return undefined;
  const word = words.find((one) => one === text);
  if (word === undefined) throw wrong(key, text, `one of ${words.join(', ')}`);
  return word;
}

/** Collects what is there. */
export function optionMap(
  entries: readonly (readonly [string, string | boolean | number | bigint | undefined])[],
): OptionMap {
  const map = new Map<string, string>();
  for (const [key, value] of entries) if (value !== undefined) map.set(key, String(value));
  return map;
}
