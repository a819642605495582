import type { ConfigValue, ValueType } from './value-type.js';

/** The release a key appeared in when its definition does not say otherwise: our first one. */
export const firstRelease = '55.0.0';

/**
 * Whether the engine acts on a key. `no` is the start: its default describes what happens, any other value would be a
 * promise nobody keeps, so clients refuse it. A list names the values that work when only some do.
 */
export type Honoured<T> = 'yes' | 'no' | readonly T[];

/** Everything there is to know about one key: types, validation, documentation, `SHOW` and the wire derive from it. */
export interface ConfigEntry<T extends ConfigValue = ConfigValue> {
  readonly type: ValueType<T>;
  /** Whether the key may have no value (`null` here, `NULL` in SQL). */
  readonly optional: boolean;
  /** The value in a plain session. Called late, because a few depend on the machine. */
  engineDefault(): T;
  /** The value in a session that talks to a Ballista cluster, where it differs. */
  readonly sessionDefault: { readonly value: T; readonly onlyNew: boolean } | undefined;
  /** What the documentation says instead of a default that depends on the machine. */
  readonly defaultText: string | undefined;
  readonly since: string;
  readonly doc: string;
  readonly honoured: Honoured<T>;
  /** The value cannot be changed, and this is why. */
  readonly fixed: string | undefined;
  /** Keys that take the same value whenever this one is set. */
  readonly alsoSets: readonly string[];
  /** The value belongs to this process and never travels to a scheduler or an executor. */
  readonly local: boolean;
  /** The value is shown as `***` and never repeated in a message. */
  readonly secret: boolean;
}

/** What every kind of entry can say about itself. `O` is true for a key that may have no value. */
export interface EntryOptions<T extends ConfigValue, O extends boolean> {
  /** The value may be absent. @default false */
  readonly optional?: O;
  /** The value in a plain session; a function when it depends on the machine. */
  readonly default: Optional<T, O> | (() => Optional<T, O>);
  /** Needed beside a default that is a function: what the documentation says. */
  readonly defaultText?: string;
  /** The value in a Ballista session. @default the plain session's */
  readonly ballista?: Optional<T, O>;
  /** `ballista` counts in a new session only, not when a plain one is upgraded. @default false */
  readonly onlyNew?: boolean;
  /** The release of this library that brought the key. @default 55.0.0 */
  readonly since?: string;
  /** One to three sentences for `SHOW ALL` and the documentation. */
  readonly doc: string;
  /** Whether the engine acts on the key. @default 'no' */
  readonly honoured?: Honoured<Optional<T, O>>;
  /** Why nobody may change the value. @default it may be changed */
  readonly fixed?: string;
  /** Keys that are set together with this one. @default none */
  readonly alsoSets?: readonly string[];
  /** Keeps the value in this process. @default false */
  readonly local?: boolean;
  /** Hides the value everywhere it could be seen. @default false */
  readonly secret?: boolean;
}

/** `T`, or `T | null` for an optional key. */
export type Optional<T, O extends boolean> = O extends true ? T | null : T;

/** Joins a value type and an entry's options. The kinds of `kinds.ts` are calls of this. */
export function entry<T extends ConfigValue, O extends boolean>(
  type: ValueType<T>,
  options: EntryOptions<T, O>,
): ConfigEntry<Optional<T, O>> {
  const given = options.default;
  return {
    // A null never reaches `read` or `format`: absence is handled before the type is asked.
    type: type as unknown as ValueType<Optional<T, O>>,
    optional: options.optional === true,
    engineDefault: () => (typeof given === 'function' ? given() : given),
    sessionDefault:
      options.ballista === undefined ? undefined : { value: options.ballista, onlyNew: options.onlyNew === true },
    defaultText: options.defaultText,
    since: options.since ?? firstRelease,
    doc: options.doc,
    honoured: options.honoured ?? 'no',
    fixed: options.fixed,
    alsoSets: options.alsoSets ?? [],
    local: options.local === true,
    secret: options.secret === true,
  };
}

/** Which defaults count: those of an engine on its own, of a plain session that was upgraded, or of a new Ballista session. */
export type SessionKind = 'engine' | 'upgraded' | 'ballista';

/** The value of a key that nobody set. */
export function defaultOf<T extends ConfigValue>(definition: ConfigEntry<T>, kind: SessionKind): T {
  const own = definition.sessionDefault;
  if (own === undefined || kind === 'engine' || (own.onlyNew && kind === 'upgraded')) return definition.engineDefault();
  return own.value;
}

/** The text of a value, as `SET` and the wire take it; undefined for an absent one. */
export const formatValue = (definition: ConfigEntry, value: ConfigValue): string | undefined =>
  value === null ? undefined : definition.type.format(value);
