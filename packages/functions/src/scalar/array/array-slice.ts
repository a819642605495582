import { ExecutionError } from '@ballista-ts/core';
import { sameAsFirst } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { listSignature } from './list-signature.js';

/** `array_slice(list, from, to[, stride])`: elements from one place to another, both included, from 1 or from the end when negative. */
export const arraySlice = defineScalarFunction({
  name: 'array_slice',
  aliases: ['list_slice'],
  coerce: listSignature('array_slice', 'Lii?i', 'array_slice(list, from, to[, stride])'),
  parameterNames: ['list', 'from', 'to', 'stride'],

  returns: sameAsFirst,
  evaluate: ([items, from, to, stride = 1n]) => slice(items as Items, Number(from), Number(to), Number(stride)),
  doc: {
    section: 'Array',
    summary: 'Elements from one place to another, both included, from 1 or from the end when negative.',
    syntax: 'array_slice(list, from, to[, stride])',
    example: 'array_slice([1, 2, 3, 4], 2, 3) -- [2, 3]',
  },
});

function slice(items: Items, from: number, to: number, stride: number): Items {
  if (stride === 0) throw new ExecutionError('array_slice got invalid stride: 0, it cannot be 0');
  const first = from < 0 ? items.length + from : Math.max(from - 1, 0);
  const last = to < 0 ? items.length + to : Math.min(to, items.length) - 1;
  const outside = (place: number): boolean => place < 0 || place >= items.length;
  if (outside(first) || outside(last) || (first < last && stride < 0) || (first > last && stride > 0)) return [];
  const out: Items[number][] = [];
  for (let place = first; stride > 0 ? place <= last : place >= last; place += stride) out.push(items[place]!);
  return out;
}
