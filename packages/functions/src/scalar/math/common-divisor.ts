import { type ArgumentInfo, type DataType, Int64, isDecimal, isInteger, numericCommon } from '@ballista-ts/core';
import { argumentMismatch, plainType } from '../../definition/parameter.js';
import { absBigint } from '../../values/decimals.js';

/** Two integers as Int64, or two decimals (or a decimal and an integer) as their common decimal type. */
export function coerceDivisible(name: string, args: readonly ArgumentInfo[]): readonly DataType[] {
  const [a, b] = args.map((one) => plainType(one.type));
  if (args.length === 2 && a !== undefined && b !== undefined) {
    const integral = (type: DataType): boolean => isInteger(type) || type.kind === 'Null';
    if (integral(a) && integral(b)) return [Int64, Int64];
    const common = a.kind === 'Null' ? b : b.kind === 'Null' ? a : numericCommon(a, b);
    if (common !== undefined && isDecimal(common)) return [common, common];
  }
  throw argumentMismatch(name, args, `${name}(a: integer or decimal, b: integer or decimal)`);
}

/** Never negative; 0 only for two zeros. */
export function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [absBigint(a), absBigint(b)];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
