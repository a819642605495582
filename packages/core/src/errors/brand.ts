/**
 * Marks an error class so that `instanceof` holds even when two copies of this package are installed, or when the error
 * was created in another realm (worker, vm). The mark is a registered symbol on the prototype, looked up by name.
 */
export function brand<T>(constructor: abstract new (...args: never[]) => T, name: string): void {
  const symbol = Symbol.for(`ballista-ts.error.${name}`);
  Object.defineProperty(constructor.prototype, symbol, { value: true });
  Object.defineProperty(constructor.prototype, 'name', { value: name, configurable: true, writable: true });
  Object.defineProperty(constructor, Symbol.hasInstance, {
    value: (instance: unknown): boolean =>
      typeof instance === 'object' && instance !== null && (instance as Record<symbol, unknown>)[symbol] === true,
  });
}
