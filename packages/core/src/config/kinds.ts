import { type ConfigEntry, type EntryOptions, entry, type Optional } from './entry.js';
import { durationType, type NumberRange, numberType, sizeType } from './numbers.js';
import { accept, reject, type ValueType } from './value-type.js';

/** `true` or `false`. */
export function bool<O extends boolean = false>(options: EntryOptions<boolean, O>): ConfigEntry<Optional<boolean, O>> {
  return entry(boolType, options);
}

/** A whole number; `min` defaults to 0, `max` to the largest exact one. */
export function int<O extends boolean = false>(
  options: EntryOptions<number, O> & NumberRange,
): ConfigEntry<Optional<number, O>> {
  return entry(numberType('integer', { min: 0, max: Number.MAX_SAFE_INTEGER, ...range(options) }), options);
}

/** A number of bytes; with `suffixes`, also a text such as `100G` (1 K is 1024). */
export function bytes<O extends boolean = false>(
  options: EntryOptions<number, O> & NumberRange & { readonly suffixes?: boolean; readonly nullText?: string },
): ConfigEntry<Optional<number, O>> {
  const limits = { min: 0, max: Number.MAX_SAFE_INTEGER, ...range(options) };
  return entry(options.suffixes === true ? sizeType(limits, options.nullText) : numberType('bytes', limits), options);
}

/** A finite number. */
export function float<O extends boolean = false>(
  options: EntryOptions<number, O> & NumberRange,
): ConfigEntry<Optional<number, O>> {
  return entry(numberType('number', { min: -Number.MAX_VALUE, max: Number.MAX_VALUE, ...range(options) }), options);
}

/** A length of time, in seconds; as text `30s`, `2m`, `1m30s`. */
export function duration<O extends boolean = false>(
  options: EntryOptions<number, O>,
): ConfigEntry<Optional<number, O>> {
  return entry(durationType, options);
}

/** One of a few words. Upper and lower case are the same; the value is the spelling given here. */
export function oneOf<const V extends readonly string[], O extends boolean = false>(
  values: V,
  options: EntryOptions<V[number], O> & {
    /** A whole message for a word that is not one of them. */
    readonly describeWrong?: (input: string) => string;
  },
): ConfigEntry<Optional<V[number], O>> {
  const list: readonly V[number][] = values;
  const type: ValueType<V[number]> = {
    name: 'one of',
    expected: `one of ${values.join(', ')}`,
    read: (input) => {
      if (typeof input !== 'string') return reject();
      const wanted = input.trim().toLowerCase();
      const found = list.find((value) => value.toLowerCase() === wanted);
      return found === undefined ? reject() : accept(found);
    },
    format: (value) => value,
    ...(options.describeWrong === undefined ? {} : { describeWrong: options.describeWrong }),
  };
  return entry(type, options);
}

/** Any number of words out of a few, comma separated; `all` and `none` say so. */
export function someOf<const V extends readonly string[], O extends boolean = false>(
  values: V,
  options: EntryOptions<readonly V[number][], O>,
): ConfigEntry<Optional<readonly V[number][], O>> {
  const list: readonly V[number][] = values;
  const type: ValueType<readonly V[number][]> = {
    name: 'list',
    expected: `all, none, or some of ${values.join(', ')}`,
    read: (input) => {
      const words = typeof input === 'string' ? input.split(',') : input;
      if (!Array.isArray(words) || words.length > 64) return reject();
      const wanted = words.map((word: unknown) => (typeof word === 'string' ? word.trim().toLowerCase() : ''));
      if (wanted.length === 1 && wanted[0] === 'all') return accept(list);
      if (wanted.length === 1 && wanted[0] === 'none') return accept([]);
      // In the order of the definition and without repeats, so that equal sets are equal texts.
      const found = list.filter((value) => wanted.includes(value));
      return wanted.every((word) => list.includes(word)) ? accept(found) : reject();
    },
    format: (value) => (value.length === 0 ? 'none' : value.length === list.length ? 'all' : value.join(',')),
  };
  return entry(type, options);
}

/** A text, as long as `check` has nothing to say against it. Longer than 64 KiB is refused. */
export function text<O extends boolean = false>(
  options: EntryOptions<string, O> & {
    /** Says what is wrong with a text, or nothing. */
    readonly check?: (value: string) => string | undefined;
    /** Completes "expected ...". @default 'text' */
    readonly expected?: string;
  },
): ConfigEntry<Optional<string, O>> {
  const { check } = options;
  const type: ValueType<string> = {
    name: 'text',
    expected: options.expected ?? 'text',
    anyText: check === undefined,
    read: (input) => {
      if (typeof input !== 'string') return reject();
      if (input.length > maxTextLength) return reject(`it is longer than ${maxTextLength} characters`);
      const problem = check?.(input);
      return problem === undefined ? accept(input) : reject(problem);
    },
    format: (value) => value,
  };
  return entry(type, options);
}

const maxTextLength = 65_536;

const boolType: ValueType<boolean> = {
  name: 'boolean',
  expected: 'true or false',
  read: (input) => {
    if (typeof input === 'boolean') return accept(input);
    if (typeof input !== 'string') return reject();
    const word = input.trim().toLowerCase();
    return word === 'true' ? accept(true) : word === 'false' ? accept(false) : reject();
  },
  format: String,
};

const range = ({ min, max }: NumberRange): NumberRange => ({
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
});
