import {
  type DataType,
  formatDataType,
  type IntervalMonthDayNano,
  isDecimal,
  isFloat,
  PlanError,
  type Value,
} from '@ballista-ts/core';
import { plainType } from '../../definition/parameter.js';
import { negateInterval } from '../../time/add-interval.js';
import { integerRange, isIntegerKind, isUnsigned, isWide, overflow } from '../../values/integers.js';

/**
 * Unary minus for values that are not NULL.
 *
 * @throws PlanError for types that have none. The function throws ExecutionError for the one integer whose opposite does not fit.
 */
export function negation(type: DataType): (value: Value) => Value {
  const plain = plainType(type);
  if (isIntegerKind(plain.kind) && !isUnsigned(plain.kind)) {
    const { min } = integerRange(plain.kind);
    if (isWide(plain.kind)) {
      return (value) => {
        if (value === min) throw overflow(`- ${value}`);
        return -(value as bigint);
      };
    }
    const smallest = Number(min);
    return (value) => {
      if (value === smallest) throw overflow(`- (${value})`);
      return 0 - (value as number);
    };
  }
  if (isFloat(plain)) return (value) => -(value as number);
  if (isDecimal(plain)) return (value) => -(value as bigint);
  if (plain.kind === 'Duration') return (value) => -(value as bigint);
  if (plain.kind === 'Interval') {
    if (plain.unit === 'yearMonth') return (value) => 0 - (value as number);
    if (plain.unit === 'monthDayNano') return (value) => negateInterval(value as IntervalMonthDayNano);
    return (value) => {
      const { days, milliseconds } = value as { days: number; milliseconds: number };
      return { days: 0 - days, milliseconds: 0 - milliseconds };
    };
  }
  if (plain.kind === 'Null') return () => null;
  throw new PlanError(`Negation only supports numeric, interval and duration types, not ${formatDataType(type)}`);
}
