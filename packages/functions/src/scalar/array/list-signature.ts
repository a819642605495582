import {
  type ArgumentInfo,
  commonType,
  type DataType,
  type DataTypeOf,
  Float64,
  Int64,
  isListLike,
  isNumeric,
  isString,
  list,
  Utf8,
} from '@ballista-ts/core';
import { argumentMismatch, plainType } from '../../definition/parameter.js';

export type ListType = DataTypeOf<'List'> | DataTypeOf<'LargeList'>;

/** A list type in the layout functions give: fixed-size lists and views become plain lists, NULL a list of nothing. */
export function asList(type: DataType): ListType | undefined {
  const plain = plainType(type);
  if (plain.kind === 'List' || plain.kind === 'LargeList') return plain;
  if (isListLike(plain)) return list(plain.field.type);
  return plain.kind === 'Null' ? list(plain) : undefined;
}

/** The same layout with other items. */
export const withItems = (type: ListType, item: DataType): ListType =>
  type.kind === 'LargeList' ? { kind: 'LargeList', field: { name: 'item', type: item, nullable: true } } : list(item);

export const itemType = (type: DataType): DataType => (isListLike(type) ? type.field.type : { kind: 'Null' });

/**
 * The `coerce` of a list function, from one letter an argument; those after `?` may be left out:
 *
 * - `L` a list, `e` an element: all of them get one common item type
 * - `V` a list of numbers, as Float64
 * - `i` an integer, as Int64; `d` a number, as Float64; `t` a text
 */
export function listSignature(
  name: string,
  shape: string,
  syntax: string,
): (args: readonly ArgumentInfo[]) => readonly DataType[] {
  const required = shape.includes('?') ? shape.indexOf('?') : shape.length;
  const letters = [...shape.replace('?', '')];
  return (args) => {
    const fail = () => argumentMismatch(name, args, syntax);
    if (args.length < required || args.length > letters.length) throw fail();
    const items: DataType[] = [];
    for (const [index, arg] of args.entries()) {
      if (letters[index] === 'L') items.push(itemType(asList(arg.type) ?? fail2(fail)));
      if (letters[index] === 'e') items.push(plainType(arg.type));
    }
    const item = commonType(items);
    if (item === undefined) throw fail();
    return args.map((arg, index) => {
      const type = coerceOne(letters[index]!, arg.type, item);
      if (type === undefined) throw fail();
      return type;
    });
  };
}

function fail2(fail: () => Error): never {
  throw fail();
}

function coerceOne(letter: string, type: DataType, item: DataType): DataType | undefined {
  const plain = plainType(type);
  switch (letter) {
    case 'L': {
      const of = asList(type);
      return of === undefined ? undefined : withItems(of, item);
    }
    case 'e':
      return item;
    case 'V': {
      const of = asList(type);
      const inner = of === undefined ? undefined : itemType(of);
      return inner !== undefined && (isNumeric(inner) || inner.kind === 'Null') ? list(Float64) : undefined;
    }
    case 'i':
      return plain.kind === 'Null' || (isNumeric(plain) && plain.kind.includes('Int')) ? Int64 : undefined;
    case 'd':
      return plain.kind === 'Null' || isNumeric(plain) ? Float64 : undefined;
    default:
      return plain.kind === 'Null' ? Utf8 : isString(plain) ? plain : undefined;
  }
}
