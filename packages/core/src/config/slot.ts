declare const slotType: unique symbol;

/** Names a place in a session for a value that no text could carry, and remembers its type. */
export interface SlotKey<T> {
  readonly id: symbol;
  readonly [slotType]?: T;
}

/** A slot that nobody else has. */
export const defineSlot = <T>(name: string): SlotKey<T> => ({ id: Symbol(name) });
