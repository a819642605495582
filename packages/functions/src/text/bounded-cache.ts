/** Remembers what was made for the most recent keys. Patterns may come from a column, so the number must have a bound. */
export class BoundedCache<V> {
  readonly #entries = new Map<string, V>();
  constructor(
    readonly capacity: number,
    readonly make: (key: string) => V,
  ) {}
  get(key: string): V {
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const made = this.make(key);
    if (this.#entries.size >= this.capacity) this.#entries.delete(this.#entries.keys().next().value as string);
    this.#entries.set(key, made);
    return made;
  }
}
