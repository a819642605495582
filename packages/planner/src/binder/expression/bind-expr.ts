import {
  binary,
  cast,
  type Expr,
  type IsExpr,
  NotYetSupportedError,
  timestamp,
  unreachable,
  utf8Literal,
} from '@ballista-ts/core';
import type { CastExpr, LikeExpr, SqlExpr, IsExpr as SqlIsExpr, UnaryExpr } from '../../sql/ast/expr.js';
import { bindDataType } from '../data-type.js';
import type { Scope } from '../scope.js';
import { bindBinary } from './bind-binary.js';
import { bindFunction } from './bind-function.js';
import { bindInterval } from './bind-interval.js';
import { bindBytes, bindNumber, bindPlaceholder, bindString } from './bind-literal.js';
import { accessFields, bindName } from './bind-name.js';
import { bindMapLiteral, bindStructLiteral, bindSubscript, callOf } from './bind-nested.js';
import { bindQuantified } from './bind-quantified.js';
import { bindExists, bindInSubquery, bindScalarSubquery } from './bind-subquery.js';
import { typeOf } from './typing.js';

/**
 * Resolves the names, functions and types of an expression. What comes out refers to columns of the scope's schema, to columns
 * of enclosing queries, and holds plans where it held queries. Nothing is coerced or folded.
 *
 * @throws PlanError with the place in the text, NotYetSupportedError.
 */
export function bindExpr(expr: SqlExpr, scope: Scope): Expr {
  const { context } = scope.level;
  const bind = (part: SqlExpr): Expr => bindExpr(part, scope);
  switch (expr.kind) {
    case 'Name':
      return bindName(expr.parts, expr.span, scope);
    case 'Number':
      return bindNumber(expr, false, context);
    case 'String':
      return bindString(expr);
    case 'Bytes':
      return bindBytes(expr, context);
    case 'Boolean':
      return { kind: 'Literal', value: { type: { kind: 'Boolean' }, value: expr.value } };
    case 'Null':
      return { kind: 'Literal', value: { type: { kind: 'Null' }, value: null } };
    case 'TypedLiteral':
      return cast(utf8Literal(expr.value), bindDataType(expr.type, context));
    case 'Interval':
      return bindInterval(expr, context);
    case 'Placeholder':
      return bindPlaceholder(expr, context);
    case 'Binary':
      return bindBinary(expr, scope);
    case 'Unary':
      return bindUnary(expr, scope);
    case 'Is':
      return { kind: isKind(expr), expr: bind(expr.expr) };
    case 'IsDistinct':
      return binary(bind(expr.left), expr.negated ? 'IsNotDistinctFrom' : 'IsDistinctFrom', bind(expr.right));
    case 'Like':
      return bindLike(expr, scope);
    case 'Between':
      return {
        kind: 'Between',
        expr: bind(expr.expr),
        negated: expr.negated,
        low: bind(expr.low),
        high: bind(expr.high),
      };
    case 'InList':
      return { kind: 'InList', expr: bind(expr.expr), list: expr.list.map(bind), negated: expr.negated };
    case 'InSubquery':
      return bindInSubquery(expr, scope);
    case 'InUnnest': {
      const found = callOf('array_has', [bind(expr.array), bind(expr.expr)], scope, expr.span);
      return expr.negated ? { kind: 'Not', expr: found } : found;
    }
    case 'Quantified':
      return bindQuantified(expr, scope);
    case 'Exists':
      return bindExists(expr, scope);
    case 'Subquery':
      return bindScalarSubquery(expr.query, scope, expr.span);
    case 'ArraySubquery':
      throw new NotYetSupportedError('ARRAY(SELECT ...)');
    case 'Case': {
      const whenThen = expr.branches.map(({ when, then }) => ({ when: bind(when), then: bind(then) }));
      const subject = expr.operand === undefined ? {} : { expr: bind(expr.operand) };
      return {
        kind: 'Case',
        ...subject,
        whenThen,
        ...(expr.otherwise !== undefined && { elseExpr: bind(expr.otherwise) }),
      };
    }
    case 'Cast':
      return bindCast(expr, scope);
    case 'AtTimeZone': {
      if (expr.timeZone.kind !== 'String')
        throw context.error('AT TIME ZONE takes the name of a time zone as a string', expr.span);
      return cast(bind(expr.expr), timestamp('nanosecond', expr.timeZone.value));
    }
    case 'Collate':
      throw new NotYetSupportedError('COLLATE');
    case 'Extract':
      return callOf('date_part', [utf8Literal(expr.field.toLowerCase()), bind(expr.expr)], scope, expr.span);
    case 'Position':
      return callOf('strpos', [bind(expr.text), bind(expr.needle)], scope, expr.span);
    case 'Substring': {
      const from =
        expr.from === undefined
          ? bindNumber({ kind: 'Number', text: '1', span: expr.span }, false, context)
          : bind(expr.from);
      return callOf(
        'substr',
        [bind(expr.text), from, ...(expr.length === undefined ? [] : [bind(expr.length)])],
        scope,
        expr.span,
      );
    }
    case 'Trim': {
      const name = expr.side === 'LEADING' ? 'ltrim' : expr.side === 'TRAILING' ? 'rtrim' : 'btrim';
      return callOf(
        name,
        [bind(expr.text), ...(expr.characters === undefined ? [] : [bind(expr.characters)])],
        scope,
        expr.span,
      );
    }
    case 'Overlay': {
      const args = [expr.text, expr.replacement, expr.from, ...(expr.length === undefined ? [] : [expr.length])];
      return callOf('overlay', args.map(bind), scope, expr.span);
    }
    case 'RoundTo':
      throw new NotYetSupportedError(
        `${expr.direction} with a date or time field`,
        `${expr.direction}(x TO ${expr.field})`,
      );
    case 'Function':
      return bindFunction(expr, scope);
    case 'Array':
      return callOf('make_array', expr.elements.map(bind), scope, expr.span);
    case 'Tuple':
      return callOf('struct', expr.elements.map(bind), scope, expr.span);
    case 'StructLiteral':
      return bindStructLiteral(expr, scope);
    case 'MapLiteral':
      return bindMapLiteral(expr, scope);
    case 'Subscript':
      return bindSubscript(expr, scope);
    case 'FieldAccess':
      return context.located(expr.span, () => accessFields(bind(expr.expr), [context.name(expr.field)]));
    case 'Lambda':
      throw context.error('A lambda can only be the argument of a function that takes one', expr.span);
    default:
      return unreachable(expr, 'SQL expression');
  }
}

function bindUnary(expr: UnaryExpr, scope: Scope): Expr {
  switch (expr.op) {
    case '-':
      // The smallest integer has no positive counterpart, so the sign belongs to the literal.
      if (expr.expr.kind === 'Number') return bindNumber(expr.expr, true, scope.level.context);
      return { kind: 'Negative', expr: bindExpr(expr.expr, scope) };
    case '+': {
      const operand = bindExpr(expr.expr, scope);
      const { kind } = typeOf(operand, scope, expr.span);
      if (kind === 'Utf8' || kind === 'LargeUtf8' || kind === 'Utf8View' || kind === 'Boolean') {
        throw scope.level.context.error(
          `Unary operator '+' only supports numeric, interval and timestamp types, not ${kind}`,
          expr.span,
        );
      }
      return operand;
    }
    case 'NOT':
      return { kind: 'Not', expr: bindExpr(expr.expr, scope) };
    case '~':
      throw new NotYetSupportedError('Unary operator ~');
  }
}

const isKinds = {
  NULL: ['IsNull', 'IsNotNull'],
  TRUE: ['IsTrue', 'IsNotTrue'],
  FALSE: ['IsFalse', 'IsNotFalse'],
  UNKNOWN: ['IsUnknown', 'IsNotUnknown'],
} as const satisfies Record<SqlIsExpr['test'], readonly [IsExpr['kind'], IsExpr['kind']]>;
const isKind = (expr: SqlIsExpr): IsExpr['kind'] => isKinds[expr.test][expr.negated ? 1 : 0];

function bindLike(like: LikeExpr, scope: Scope): Expr {
  const expr = bindExpr(like.expr, scope);
  const pattern = bindExpr(like.pattern, scope);
  const { negated, escape } = like;
  if (escape !== undefined && [...escape].length !== 1) {
    throw scope.level.context.error(`Invalid escape character '${escape}': it must be a single character`, like.span);
  }
  switch (like.operator) {
    case 'LIKE':
    case 'ILIKE': {
      const caseInsensitive = like.operator === 'ILIKE';
      return {
        kind: 'Like',
        expr,
        pattern,
        negated,
        caseInsensitive,
        ...(escape !== undefined && { escapeChar: escape }),
      };
    }
    case 'SIMILAR TO':
      if (escape !== undefined) throw new NotYetSupportedError('SIMILAR TO ... ESCAPE');
      return { kind: 'SimilarTo', expr, pattern, negated };
    case 'RLIKE':
      return binary(expr, negated ? 'RegexNotMatch' : 'RegexMatch', pattern);
  }
}

function bindCast(expr: CastExpr, scope: Scope): Expr {
  if (expr.format !== undefined) throw new NotYetSupportedError('CAST ... FORMAT');
  const type = bindDataType(expr.type, scope.level.context);
  return { kind: expr.form === 'TRY_CAST' ? 'TryCast' : 'Cast', expr: bindExpr(expr.expr, scope), type };
}
