import {
  Boolean_,
  comparisonType,
  formatDataType,
  type PhysicalInList,
  PlanError,
  type Value,
} from '@ballista-ts/core';
import { groupKey } from '../../values/group-key.js';
import type { CompiledExpr, CompileScope } from '../compiled-expr.js';
import { operandCast } from '../operand-cast.js';

/**
 * `x IN (...)`: true when an element equals x; otherwise NULL when x or an element is NULL; else false. Equality is the comparison
 * operator's (NaN = NaN, -0.0 = 0.0). Ten thousand constants are one lookup.
 */
export function compileInList(expr: PhysicalInList, scope: CompileScope): CompiledExpr {
  const subject = scope.compile(expr.expr);
  const items = expr.list.map(scope.compile);
  const type = items.reduce((common, item) => {
    const next = comparisonType(common, item.type);
    if (next === undefined) {
      throw new PlanError(`IN compares ${formatDataType(common)} with ${formatDataType(item.type)}; add a cast`);
    }
    return next;
  }, subject.type);
  const key = (of: CompiledExpr): ((value: Value) => unknown) => {
    const cast = operandCast(of.type, type);
    return (value) => groupKey([cast === undefined ? value : cast(value)]);
  };
  const subjectKey = key(subject);
  const constants = new Set<unknown>();
  let constantNull = false;
  const computed: { readonly item: CompiledExpr; readonly key: (value: Value) => unknown }[] = [];
  for (const [index, part] of expr.list.entries()) {
    const item = items[index]!;
    if (part.kind !== 'Literal') computed.push({ item, key: key(item) });
    else if (part.value.value === null) constantNull = true;
    else constants.add(key(item)(part.value.value));
  }
  const { negated } = expr;
  return {
    type: Boolean_,
    evaluate: (batch) => {
      const columns = computed.map(({ item, key: keyOf }) => ({ values: item.evaluate(batch), keyOf }));
      return subject.evaluate(batch).map((value, row) => {
        if (expr.list.length === 0) return negated;
        if (value === null) return null;
        const wanted = subjectKey(value);
        if (constants.has(wanted)) return !negated;
        let sawNull = constantNull;
        for (const { values, keyOf } of columns) {
          const candidate = values[row]!;
          if (candidate === null) sawNull = true;
          else if (sameKey(keyOf(candidate), wanted)) return !negated;
        }
        return sawNull ? null : negated;
      });
    },
  };
}

/** As a Set compares: NaN is itself. */
const sameKey = (a: unknown, b: unknown): boolean => a === b || (Number.isNaN(a) && Number.isNaN(b));
