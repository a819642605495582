/** The values a key can have. `null` is SQL's NULL: the key has no value. */
export type ConfigValue = boolean | number | string | readonly string[] | null;

/** What reading an input gave: a value, or what is wrong with it beyond "not as expected". */
export type ReadResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem?: string };

/** How the values of a key are read, checked and written. Reading takes text and JavaScript values alike. */
export interface ValueType<T extends ConfigValue> {
  /** A word or two for the documentation's type column. */
  readonly name: string;
  /** What a value must be, to complete "expected ...". */
  readonly expected: string;
  /** Text that stands for "no value" besides SQL's NULL, and shows it (`unlimited`). */
  readonly nullText?: string;
  /** Whether any text is a value, so that the text `NULL` is not an absent one. */
  readonly anyText?: boolean;
  read(input: unknown): ReadResult<T>;
  /** The canonical text: `read(format(value))` is `value`. */
  format(value: T): string;
  /** A whole message for a wrong value, where other programs look for a certain text. */
  describeWrong?(input: string): string;
}

export const accept = <T>(value: T): ReadResult<T> => ({ ok: true, value });
export const reject = (problem?: string): { readonly ok: false; readonly problem?: string } =>
  problem === undefined ? { ok: false } : { ok: false, problem };
