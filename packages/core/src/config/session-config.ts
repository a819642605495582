import { ConfigError, NotYetSupportedError } from '../errors/errors.js';
import { BallistaConfig } from './ballista-config.js';
import { BallistaSettings } from './ballista-settings.js';
import type { BuiltinDefinitions, ConfigKey } from './builtin.js';
import type { ConfigDefinitions, ConfigInputs, ConfigValues } from './define.js';
import { type ConfigEntry, defaultOf, formatValue, type SessionKind } from './entry.js';
import { isSecretKey, redactValue } from './redact.js';
import { builtinRegistry, type ConfigRegistry } from './registry.js';
import type { SlotKey } from './slot.js';
import type { ConfigValue } from './value-type.js';
import { type ConfigWarning, maxConfigWarnings, maxWirePairs, type WirePair, warn } from './wire.js';

type Key<D extends ConfigDefinitions> = keyof D & string;

/** One line of `SHOW ALL`. Secrets are hidden. */
export interface ConfigRow {
  readonly name: string;
  /** Null for a key without a value. */
  readonly value: string | null;
  readonly description: string;
}

/**
 * The settings of a session: what the user set, over the defaults. Immutable; `set` and the `with*` methods give another
 * one. Every value is checked when it is set, and so is whether the engine acts on it: the default of a key may always be
 * set, another value only if the key is honoured.
 */
export class SessionConfig<out D extends BuiltinDefinitions = BuiltinDefinitions> extends BallistaSettings<
  SessionConfig<D>
> {
  readonly #registry: ConfigRegistry<D>;
  readonly #kind: SessionKind;
  /** What was set, oldest first: later settings can overrule earlier ones on the other side of the wire too. */
  readonly #values: ReadonlyMap<string, ConfigValue>;
  readonly #slots: ReadonlyMap<symbol, unknown>;

  private constructor(
    registry: ConfigRegistry<D>,
    kind: SessionKind,
    values: ReadonlyMap<string, ConfigValue>,
    slots: ReadonlyMap<symbol, unknown>,
  ) {
    super();
    this.#registry = registry;
    this.#kind = kind;
    this.#values = values;
    this.#slots = slots;
  }

  /** A session that talks to a Ballista cluster, or is one (standalone). */
  static withBallista(values: ConfigInputs<BuiltinDefinitions> = {}): SessionConfig {
    return new SessionConfig(builtinRegistry, 'ballista', new Map(), new Map()).setAll(values);
  }

  /** A session of the engine alone, with its own defaults. */
  static plain(values: ConfigInputs<BuiltinDefinitions> = {}): SessionConfig {
    return new SessionConfig(builtinRegistry, 'engine', new Map(), new Map()).setAll(values);
  }

  /**
   * This session with the defaults of Ballista, where nothing was set. A session that has them already stays as it is.
   * `information_schema` and `target_partitions` keep their plain defaults.
   */
  upgradeForBallista(): SessionConfig<D> {
    if (this.#kind !== 'engine') return this;
    const values = new Map(this.#values);
    for (const key of values.keys()) if (this.#registry.require(key).fixed !== undefined) values.delete(key);
    return new SessionConfig(this.#registry, 'upgraded', values, this.#slots);
  }

  /** This session with an embedder's keys added. They are typed like our own. */
  withDefinitions<E extends ConfigDefinitions>(definitions: E): SessionConfig<D & E> {
    return new SessionConfig(this.#registry.extend(definitions), this.#kind, this.#values, this.#slots);
  }

  get registry(): ConfigRegistry<D> {
    return this.#registry;
  }

  /** Whether the defaults are those of a Ballista session. */
  get isBallista(): boolean {
    return this.#kind !== 'engine';
  }

  /** The value of a key: what was set, else its default. `null` when the key has no value. */
  get<K extends Key<D>>(key: K): ConfigValues<D>[K] {
    return this.value(key) as ConfigValues<D>[K];
  }

  /**
   * `get` for a key that is only known at run time.
   * @throws ConfigError when the key does not exist.
   */
  value(key: string): ConfigValue {
    const definition = this.#registry.require(key);
    const own = this.#values.get(key);
    return own === undefined ? defaultOf(definition, this.#kind) : own;
  }

  /** Whether somebody set the key, be it to its default. */
  isSet(key: Key<D>): boolean {
    return this.#values.has(key);
  }

  /** Every key with its value, sorted by key. */
  entries(): [key: string, value: ConfigValue][] {
    return [...this.#registry.keys()].sort().map((key) => [key, this.value(key)]);
  }

  /**
   * @throws ConfigError when the key does not exist, cannot be changed, or does not take the value.
   * @throws NotYetSupportedError when the engine does not act on the value yet.
   */
  set<K extends Key<D>>(key: K, value: ConfigValues<D>[K]): SessionConfig<D> {
    return this.#assign([[key, value]], true);
  }

  /** `set` for a key and a text that come from outside: `SET key = value`, `--set key=value`. `null` is SQL's NULL. */
  setText(key: string, text: string | null): SessionConfig<D> {
    return this.#assign([[key, text]], true);
  }

  /** Several settings at once, in the order of the object. A property that is undefined is left out. */
  setAll(values: ConfigInputs<D>): SessionConfig<D> {
    return this.#assign(
      Object.entries(values).filter(([, value]) => value !== undefined),
      true,
    );
  }

  /**
   * A setting that a component of ours decided on, such as a scheduler that chooses the target partitions. It is validated
   * and travels like one of the user, but need not be honoured.
   */
  override<K extends Key<D>>(key: K, value: ConfigValues<D>[K]): SessionConfig<D> {
    return this.#assign([[key, value]], false);
  }

  /** Takes back what was set (`RESET key`), together with what that setting set. */
  reset(key: string): SessionConfig<D> {
    const values = new Map(this.#values);
    for (const each of [key, ...this.#registry.require(key).alsoSets]) values.delete(each);
    return new SessionConfig(this.#registry, this.#kind, values, this.#slots);
  }

  #assign(assignments: readonly (readonly [string, unknown])[], checkHonoured: boolean): SessionConfig<D> {
    if (assignments.length === 0) return this;
    const values = new Map(this.#values);
    for (const [key, input] of assignments) this.#write(values, key, input, checkHonoured);
    return new SessionConfig(this.#registry, this.#kind, values, this.#slots);
  }

  /** Enters one setting, and those that it sets too, or throws and enters none. */
  #write(values: Map<string, ConfigValue>, key: string, input: unknown, checkHonoured: boolean): void {
    const value = this.#registry.read(key, input);
    const definition: ConfigEntry = this.#registry.require(key);
    const keys = [key, ...definition.alsoSets];
    // A default may always be set, also where one of the others has another default than the switch that sets it.
    if (checkHonoured && !this.#isDefault(definition, value)) for (const each of keys) this.#checkHonoured(each, value);
    for (const each of keys) {
      // To the end: the order of settings is the order in which the other side applies them.
      values.delete(each);
      values.set(each, value);
    }
  }

  #isDefault(definition: ConfigEntry, value: ConfigValue): boolean {
    return formatValue(definition, value) === formatValue(definition, defaultOf(definition, this.#kind));
  }

  #checkHonoured(key: string, value: ConfigValue): void {
    const definition: ConfigEntry = this.#registry.require(key);
    if (this.#isDefault(definition, value)) return;
    const text = formatValue(definition, value);
    const standard = formatValue(definition, defaultOf(definition, this.#kind));
    const shown = isSecretKey(key, definition) ? '***' : (text ?? 'NULL');
    const only = standard === undefined ? 'NULL' : standard === '' ? 'the empty text' : standard;
    if (definition.fixed !== undefined && this.isBallista) {
      throw new ConfigError(
        `configuration ${key} = ${shown} is not possible: it is always ${only} in a Ballista session, because ${definition.fixed}`,
        key,
      );
    }
    if (definition.honoured === 'yes') return;
    if (definition.honoured === 'no') {
      throw new NotYetSupportedError(
        `configuration ${key} = ${shown}`,
        `nothing acts on this key so far, so it can only be set to its default ${only}`,
      );
    }
    const working = definition.honoured.map((each) => formatValue(definition, each) ?? 'NULL');
    if (working.includes(text ?? 'NULL')) return;
    throw new NotYetSupportedError(`configuration ${key} = ${shown}`, `so far it can be ${working.join(', ')}`);
  }

  /** What was set, as the text pairs of a request, in the order of setting. What belongs to this process stays here. */
  toWirePairs(): WirePair[] {
    const pairs: WirePair[] = [];
    for (const [key, value] of this.#values) {
      const definition = this.#registry.require(key);
      if (definition.local) continue;
      const text = formatValue(definition, value);
      pairs.push(text === undefined ? { key } : { key, value: text });
    }
    return pairs;
  }

  /**
   * This session with the settings of a request, as a server takes them. What cannot be applied is left out and told as a
   * warning; with `strict` the first such pair throws. `trusted` pairs come from a peer of ours that has checked them, such
   * as the settings a scheduler sends with a task: they are validated, but need not be honoured.
   *
   * @throws ConfigError | NotYetSupportedError with `strict`, and always when there are more than 4096 pairs.
   */
  applyWirePairs(
    pairs: readonly WirePair[],
    options: { readonly strict?: boolean; readonly trusted?: boolean } = {},
  ): { readonly config: SessionConfig<D>; readonly warnings: readonly ConfigWarning[] } {
    if (pairs.length > maxWirePairs) {
      throw new ConfigError(`a request may carry ${maxWirePairs} settings, this one has ${pairs.length}`, '');
    }
    const values = new Map(this.#values);
    const warnings: ConfigWarning[] = [];
    let untold = 0;
    for (const { key, value } of pairs) {
      const definition = this.#registry.entry(key);
      // Looking for the nearest key takes time, and a reply has a size: a request full of nonsense gets a short answer.
      if (options.strict !== true && definition === undefined && warnings.length >= maxConfigWarnings) {
        untold += 1;
        continue;
      }
      try {
        if (definition?.local === true) {
          throw new ConfigError(`configuration key ${key} belongs to one process and is not taken from a request`, key);
        }
        this.#write(values, key, value ?? null, options.trusted !== true);
      } catch (error) {
        if (options.strict === true) throw error;
        if (warnings.length < maxConfigWarnings) warnings.push(warn(key, error, definition));
        else untold += 1;
      }
    }
    if (untold > 0) {
      warnings.push({
        kind: 'invalidValue',
        key: '',
        message: `${untold} more settings of this request were left out`,
      });
    }
    return { config: new SessionConfig(this.#registry, this.#kind, values, this.#slots), warnings };
  }

  /** `SHOW ALL`: every key, sorted, with its value as text and what it means. */
  showAll(): ConfigRow[] {
    return [...this.#registry.keys()].sort().map((key) => this.show(key));
  }

  /**
   * `SHOW key`.
   * @throws ConfigError when the key does not exist.
   */
  show(key: string): ConfigRow {
    const definition = this.#registry.require(key);
    const text = formatValue(definition, this.value(key)) ?? definition.type.nullText ?? null;
    return { name: key, value: redactValue(key, text, definition), description: definition.doc };
  }

  /** What was set, secrets hidden: for logs, REST and event logs. */
  toJSON(): Record<string, string | null> {
    return Object.fromEntries([...this.#values.keys()].map((key) => [key, this.show(key).value]));
  }

  override withSlot<T>(slot: SlotKey<T>, value: T): SessionConfig<D> {
    return new SessionConfig(this.#registry, this.#kind, this.#values, new Map(this.#slots).set(slot.id, value));
  }

  override slot<T>(slot: SlotKey<T>): T | undefined {
    return this.#slots.get(slot.id) as T | undefined;
  }

  protected override read<K extends ConfigKey>(key: K): ConfigValues<BuiltinDefinitions>[K] {
    return this.value(key) as ConfigValues<BuiltinDefinitions>[K];
  }

  protected override write<K extends ConfigKey>(key: K, value: ConfigValues<BuiltinDefinitions>[K]): SessionConfig<D> {
    return this.#assign([[key, value]], true);
  }

  /** The `ballista.*` settings by name. */
  ballistaConfig(): BallistaConfig {
    return new BallistaConfig((key) => this.read(key));
  }
}
