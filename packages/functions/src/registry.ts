import { type FunctionCatalog, InvalidArgumentError } from '@ballista-ts/core';
import { createDefaultFunctions } from './default-functions.js';
import type { AggregateFunctionDefinition } from './definition/aggregate.js';
import type { ScalarFunctionDefinition } from './definition/scalar.js';
import type { TableFunctionDefinition } from './definition/table.js';
import type { WindowFunctionDefinition } from './definition/window.js';

export type FunctionDefinition =
  | ScalarFunctionDefinition
  | AggregateFunctionDefinition
  | WindowFunctionDefinition
  | TableFunctionDefinition;

/** A catalog that also has the reference implementations. */
export interface FunctionRegistry extends FunctionCatalog {
  scalarImplementation(name: string): ScalarFunctionDefinition | undefined;
  aggregateImplementation(name: string): AggregateFunctionDefinition | undefined;
  windowImplementation(name: string): WindowFunctionDefinition | undefined;
  tableImplementation(name: string): TableFunctionDefinition | undefined;
  /** Every function once, in order of registration; for SHOW FUNCTIONS and docs. */
  definitions(): readonly FunctionDefinition[];
}

export interface FunctionRegistryOptions {
  /** Session time zone, which is part of the type of `now()` and `to_timestamp()`. @default none */
  readonly timeZone?: string;
  /** @default all of ours, for that time zone */
  readonly builtins?: readonly FunctionDefinition[];
  /** Functions of the user. One may replace a built-in one of its kind; two of the user's may not share a name. */
  readonly functions?: readonly FunctionDefinition[];
}

/**
 * Collects functions by kind and name (any case). A registry never changes; make another one to add functions.
 *
 * @throws InvalidArgumentError when two functions of one kind claim the same name.
 */
export function createFunctionRegistry(options: FunctionRegistryOptions = {}): FunctionRegistry {
  const builtins = new Tables(options.builtins ?? createDefaultFunctions(options));
  const own = new Tables(options.functions ?? []);
  const find = <K extends Kind>(kind: K, name: string) => {
    const key = name.toLowerCase();
    return (own.get(kind, key) ?? builtins.get(kind, key)) as Extract<FunctionDefinition, { kind: K }> | undefined;
  };
  const scalar = (name: string) => find('scalar', name);
  const aggregate = (name: string) => find('aggregate', name);
  const window = (name: string) => find('window', name);
  const table = (name: string) => find('table', name);
  return {
    scalar,
    aggregate,
    window,
    table,
    scalarImplementation: scalar,
    aggregateImplementation: aggregate,
    windowImplementation: window,
    tableImplementation: table,
    names: () => [...new Set([...builtins.names(), ...own.names()])],
    definitions: () => [...builtins.all.filter((one) => own.get(one.kind, one.name) === undefined), ...own.all],
  };
}

type Kind = FunctionDefinition['kind'];

class Tables {
  readonly #byKind = { scalar: new Map(), aggregate: new Map(), window: new Map(), table: new Map() } as Record<
    Kind,
    Map<string, FunctionDefinition>
  >;

  constructor(readonly all: readonly FunctionDefinition[]) {
    for (const one of all) {
      for (const name of [one.name, ...one.aliases]) {
        const key = name.toLowerCase();
        const other = this.#byKind[one.kind].get(key);
        if (other !== undefined) {
          throw new InvalidArgumentError(
            `two ${one.kind} functions are called '${key}': ${other.name} and ${one.name}; rename one or drop its alias`,
          );
        }
        this.#byKind[one.kind].set(key, one);
      }
    }
  }

  get(kind: Kind, key: string): FunctionDefinition | undefined {
    return this.#byKind[kind].get(key);
  }

  names(): string[] {
    return (Object.values(this.#byKind) as Map<string, FunctionDefinition>[]).flatMap((names) => [...names.keys()]);
  }
}
