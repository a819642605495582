import { type Expr, interval, NotYetSupportedError, typedLiteral } from '@ballista-ts/core';
import type { IntervalExpr } from '../../sql/ast/expr.js';
import type { BindContext } from '../bind-context.js';
import { parseInterval } from './parse-interval.js';

/** `INTERVAL '1 month 2 days'`, `INTERVAL '1' MONTH`, `INTERVAL 1 MONTH`: always a literal. */
export function bindInterval(expr: IntervalExpr, context: BindContext): Expr {
  if (expr.lastField !== undefined) throw new NotYetSupportedError('INTERVAL with two fields (... TO ...)');
  if (expr.leadingPrecision !== undefined) throw new NotYetSupportedError('INTERVAL with a precision');
  const text = valueText(expr);
  if (text === undefined)
    throw context.error('Unsupported interval argument. Expected string literal or number', expr.span);
  const unit = expr.leadingField?.toLowerCase();
  // With a unit after it the text is a bare number; a text with units of its own may still stand before one.
  const value = parseInterval(text, unit ?? 'second');
  if (value === undefined) {
    throw context.error(
      `Invalid input syntax for type interval: '${text}${unit === undefined ? '' : ` ${unit}`}'`,
      expr.span,
    );
  }
  return typedLiteral(interval('monthDayNano'), value);
}

function valueText({ value }: IntervalExpr): string | undefined {
  if (value.kind === 'String') return value.value;
  if (value.kind === 'Number') return value.text;
  if (value.kind === 'Unary' && value.op === '-' && value.expr.kind === 'Number') return `-${value.expr.text}`;
  if (value.kind === 'Unary' && value.op === '-' && value.expr.kind === 'String') return `-${value.expr.value}`;
  return undefined;
}
