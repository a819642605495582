import { create, type DescMessage, type Message, type MessageInitShape, type MessageShape } from '@bufbuild/protobuf';
import { DecodeError, InvalidArgumentError } from '../../errors/errors.js';

/**
 * Every field of a message, none left out; what is absent is `undefined`. A field added to the .proto stops the build wherever
 * the message is made.
 */
export type AllFields<S extends DescMessage> = {
  [K in Exclude<keyof MessageShape<S>, '$typeName' | '$unknown'>]: MessageShape<S>[K];
};

/** Makes a message; the compiler asks for every field. */
export const message = <S extends DescMessage>(schema: S, fields: AllFields<S>): MessageShape<S> =>
  create(schema, fields as unknown as MessageInitShape<S>);

/** A field that the .proto cannot mark as required, but that has no meaning when it is missing. @throws DecodeError naming it. */
export function required<T>(value: T | undefined, owner: Message, field: string): T {
  if (value === undefined) throw new DecodeError(`${owner.$typeName}.${field} is missing`);
  return value;
}

/** A 64-bit number as a plain one. @throws DecodeError when it does not fit 53 bits. */
export function toSafeNumber(value: bigint, owner: Message, field: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) {
    throw new DecodeError(`${owner.$typeName}.${field} is ${value}, beyond the exact range of a number`);
  }
  return number;
}

/**
 * A count, size or time as the wire carries it. What is measured may be fractional; the fraction is dropped.
 *
 * @throws InvalidArgumentError for what is not a number from 0 up.
 */
export function toUint64(value: number): bigint {
  if (!(value >= 0 && Number.isFinite(value))) throw new InvalidArgumentError(`${value} is not a number from 0 up`);
  return BigInt(Math.trunc(value));
}

/** An enum of the wire and our string union: both ways from one table. */
export interface EnumMapping<T extends string> {
  readonly toProto: (value: T) => number;
  /** @throws DecodeError for a number outside the enum. */
  readonly fromProto: (value: number, owner: Message, field: string) => T;
}

/** A member missing in `table` is a compile error, since the table is keyed by the union. */
export function enumMapping<T extends string>(table: Readonly<Record<T, number>>): EnumMapping<T> {
  const names = new Map<number, T>();
  for (const [name, number] of Object.entries(table) as [T, number][]) names.set(number, name);
  return {
    toProto: (value) => table[value],
    fromProto: (value, owner, field) => {
      const name = names.get(value);
      if (name === undefined) throw new DecodeError(`${owner.$typeName}.${field} has the unknown value ${value}`);
      return name;
    },
  };
}

/** The one arm of a oneof that carries a value, or an error that names the message. */
export const unsetOneof = (owner: Message, oneof: string): DecodeError =>
  new DecodeError(`${owner.$typeName}.${oneof} is not set`);
