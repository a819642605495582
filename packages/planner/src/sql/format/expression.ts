import { unreachable } from '@ballista-ts/core';
import type {
  BinaryExpr,
  FrameBoundClause,
  FunctionArg,
  FunctionCall,
  IntervalExpr,
  SqlExpr,
  StringLiteral,
  WindowSpec,
} from '../ast/expr.js';
import type { OrderByItem } from '../ast/query.js';
import { binaryPrecedence, precedence } from '../parser/precedence.js';
import { formatQuery } from './query.js';
import { formatDataType, formatIdent, formatIdents, formatName, quoteString, words } from './text.js';

/** An expression as SQL. Parentheses stand where the parser needs them, and only there. */
export const formatExpression = (expr: SqlExpr): string => format(expr, 0);

/** The expression as an operand of something that binds with `minimum`: looser expressions get parentheses. */
function format(expr: SqlExpr, minimum: number): string {
  const text = expr.kind === 'Binary' ? formatChain(expr) : formatOne(expr);
  return powerOf(expr) < minimum ? `(${text})` : text;
}

/** How tightly the outermost operator of an expression binds. */
function powerOf(expr: SqlExpr): number {
  switch (expr.kind) {
    case 'Binary':
      return binaryPrecedence[expr.op];
    case 'Unary':
      return expr.op === 'NOT' ? precedence.not : precedence.times;
    case 'Exists':
      return expr.negated ? precedence.not : precedence.primary;
    case 'Is':
    case 'IsDistinct':
      return precedence.is;
    case 'Like':
      return precedence.like;
    case 'Between':
    case 'InList':
    case 'InSubquery':
    case 'InUnnest':
    case 'Quantified':
      return precedence.comparison;
    case 'AtTimeZone':
      return precedence.atTimeZone;
    case 'Collate':
      return precedence.collate;
    case 'Lambda':
      return precedence.lambda;
    case 'Cast':
      return expr.form === '::' ? precedence.postfix : precedence.primary;
    case 'Interval':
      // Its unit could swallow a word that follows, and a value without unit a unit that follows.
      return precedence.times;
    default:
      return precedence.primary;
  }
}

/** A chain of one precedence, written along its left spine without recursion. */
function formatChain(expr: BinaryExpr): string {
  const tail: string[] = [];
  let left: SqlExpr = expr;
  while (left.kind === 'Binary' && binaryPrecedence[left.op] === binaryPrecedence[expr.op]) {
    tail.push(` ${left.op} ${format(left.right, binaryPrecedence[left.op] + 1)}`);
    left = left.left;
  }
  return `${format(left, binaryPrecedence[expr.op])}${tail.reverse().join('')}`;
}

function formatOne(expr: Exclude<SqlExpr, BinaryExpr>): string {
  switch (expr.kind) {
    case 'Name':
      return formatName(expr.parts);
    case 'Number':
      return expr.text;
    case 'String':
      return formatString(expr);
    case 'Bytes':
      return `${expr.base === 'hex' ? 'X' : 'B'}'${expr.digits}'`;
    case 'Boolean':
      return expr.value ? 'TRUE' : 'FALSE';
    case 'Null':
      return 'NULL';
    case 'TypedLiteral':
      return `${formatDataType(expr.type)} ${quoteString(expr.value)}`;
    case 'Interval':
      return formatInterval(expr);
    case 'Placeholder':
      return expr.id;
    case 'Unary': {
      const operand = format(expr.expr, expr.op === 'NOT' ? precedence.not : precedence.times + 1);
      // Two signs in a row would begin a comment.
      return expr.op === 'NOT' ? `NOT ${operand}` : `${expr.op}${/^[-+~]/.test(operand) ? ' ' : ''}${operand}`;
    }
    case 'Is':
      return `${format(expr.expr, precedence.is)} IS ${expr.negated ? 'NOT ' : ''}${expr.test}`;
    case 'IsDistinct':
      return `${format(expr.left, precedence.is)} IS ${expr.negated ? 'NOT ' : ''}DISTINCT FROM ${format(expr.right, precedence.is + 1)}`;
    case 'Like':
      return words(
        format(expr.expr, precedence.like),
        expr.negated && 'NOT',
        expr.operator,
        format(expr.pattern, precedence.like + 1),
        expr.escape !== undefined && `ESCAPE ${quoteString(expr.escape)}`,
      );
    case 'Between':
      return `${format(expr.expr, precedence.comparison)} ${expr.negated ? 'NOT ' : ''}BETWEEN ${format(expr.low, precedence.comparison + 1)} AND ${format(expr.high, precedence.comparison + 1)}`;
    case 'InList':
      return `${format(expr.expr, precedence.comparison)} ${expr.negated ? 'NOT ' : ''}IN (${formatList(expr.list)})`;
    case 'InSubquery':
      return `${format(expr.expr, precedence.comparison)} ${expr.negated ? 'NOT ' : ''}IN (${formatQuery(expr.query)})`;
    case 'InUnnest':
      return `${format(expr.expr, precedence.comparison)} ${expr.negated ? 'NOT ' : ''}IN UNNEST(${formatExpression(expr.array)})`;
    case 'Quantified': {
      const right = expr.right.kind === 'Query' ? formatQuery(expr.right) : formatExpression(expr.right);
      return `${format(expr.left, precedence.comparison)} ${expr.op} ${expr.quantifier}(${right})`;
    }
    case 'Exists':
      return `${expr.negated ? 'NOT ' : ''}EXISTS (${formatQuery(expr.query)})`;
    case 'Subquery':
      return `(${formatQuery(expr.query)})`;
    case 'ArraySubquery':
      return `ARRAY(${formatQuery(expr.query)})`;
    case 'Case': {
      const arms = expr.branches.map(
        ({ when, then }) => `WHEN ${formatExpression(when)} THEN ${formatExpression(then)}`,
      );
      return words(
        'CASE',
        expr.operand && formatExpression(expr.operand),
        ...arms,
        expr.otherwise && `ELSE ${formatExpression(expr.otherwise)}`,
        'END',
      );
    }
    case 'Cast':
      if (expr.form === '::') return `${format(expr.expr, precedence.postfix)}::${formatDataType(expr.type)}`;
      return `${expr.form}(${words(formatExpression(expr.expr), 'AS', formatDataType(expr.type), expr.format !== undefined && `FORMAT ${quoteString(expr.format)}`)})`;
    case 'AtTimeZone':
      return `${format(expr.expr, precedence.atTimeZone)} AT TIME ZONE ${format(expr.timeZone, precedence.atTimeZone + 1)}`;
    case 'Collate':
      return `${format(expr.expr, precedence.collate)} COLLATE ${formatName(expr.collation)}`;
    case 'Extract':
      return `EXTRACT(${quoteString(expr.field)} FROM ${formatExpression(expr.expr)})`;
    case 'Position':
      return `POSITION(${format(expr.needle, precedence.comparison + 1)} IN ${formatExpression(expr.text)})`;
    case 'Substring':
      return `SUBSTRING(${words(formatExpression(expr.text), expr.from && `FROM ${formatExpression(expr.from)}`, expr.length && `FOR ${formatExpression(expr.length)}`)})`;
    case 'Trim':
      return `TRIM(${words(
        expr.side,
        expr.characters && formatExpression(expr.characters),
        (expr.characters !== undefined || expr.side !== undefined) && 'FROM',
        formatExpression(expr.text),
      )})`;
    case 'Overlay':
      return `OVERLAY(${words(
        formatExpression(expr.text),
        'PLACING',
        formatExpression(expr.replacement),
        `FROM ${formatExpression(expr.from)}`,
        expr.length && `FOR ${formatExpression(expr.length)}`,
      )})`;
    case 'RoundTo':
      return `${expr.direction}(${formatExpression(expr.expr)} TO ${quoteString(expr.field)})`;
    case 'Function':
      return formatCall(expr);
    case 'Array':
      return `[${formatList(expr.elements)}]`;
    case 'Tuple':
      return `(${formatList(expr.elements)})`;
    case 'StructLiteral':
      return `{${expr.fields.map(({ name, value }) => `${formatIdent(name)}: ${formatExpression(value)}`).join(', ')}}`;
    case 'MapLiteral':
      return `MAP {${expr.entries.map(({ key, value }) => `${formatExpression(key)}: ${formatExpression(value)}`).join(', ')}}`;
    case 'Subscript': {
      const { index } = expr;
      const part = (of: SqlExpr | undefined): string => (of === undefined ? '' : formatExpression(of));
      const inner =
        index.kind === 'Index'
          ? formatExpression(index.expr)
          : `${part(index.from)} : ${part(index.to)}${index.stride === undefined ? '' : ` : ${part(index.stride)}`}`;
      return `${formatBase(expr.expr)}[${inner}]`;
    }
    case 'FieldAccess':
      return `${formatBase(expr.expr)}.${formatIdent(expr.field)}`;
    case 'Lambda':
      return `(${formatIdents(expr.params)}) -> ${formatExpression(expr.body)}`;
    default:
      return unreachable(expr, 'SQL expression');
  }
}

/**
 * What a subscript or field hangs on. `a.b` would become a longer name, and `x::INT[1]` a longer type, so these get parentheses;
 * numbers would swallow the point.
 */
function formatBase(expr: SqlExpr): string {
  const text = format(expr, precedence.postfix);
  return text.startsWith('(') && expr.kind !== 'Tuple' && expr.kind !== 'Lambda' && powerOf(expr) < precedence.postfix
    ? text
    : expr.kind === 'Subscript' || expr.kind === 'FieldAccess'
      ? text
      : `(${text})`;
}

const formatList = (exprs: readonly SqlExpr[]): string => exprs.map(formatExpression).join(', ');

function formatString({ value, style }: StringLiteral): string {
  switch (style) {
    case 'escape':
      return `E${quoteString(value.replaceAll('\\', '\\\\'))}`;
    case 'unicode':
      return `U&${quoteString(value.replaceAll('\\', '\\\\'))}`;
    case 'national':
      return `N${quoteString(value)}`;
    case 'raw':
      return `R${quoteString(value)}`;
    case 'dollar': {
      let tag = '$$';
      for (let n = 0; `${value}$`.includes(tag); n += 1) tag = `$q${n}$`;
      return `${tag}${value}${tag}`;
    }
    default:
      return quoteString(value);
  }
}

function formatInterval(expr: IntervalExpr): string {
  const value =
    expr.value.kind === 'Unary' && expr.value.op === '-'
      ? `-${format(expr.value.expr, precedence.primary)}`
      : format(expr.value, precedence.primary);
  const leading =
    expr.leadingPrecision === undefined
      ? expr.leadingField
      : `${expr.leadingField}(${[expr.leadingPrecision, ...(expr.lastField === undefined && expr.fractionalPrecision !== undefined ? [expr.fractionalPrecision] : [])].join(', ')})`;
  const last =
    expr.lastField === undefined
      ? undefined
      : `TO ${expr.lastField}${expr.fractionalPrecision === undefined ? '' : `(${expr.fractionalPrecision})`}`;
  return words('INTERVAL', value, leading, last);
}

function formatCall(call: FunctionCall): string {
  if (!call.parentheses) return formatName(call.name);
  const inner = words(
    call.distinct && 'DISTINCT',
    call.args.map(formatFunctionArg).join(', '),
    call.orderBy.length > 0 && `ORDER BY ${formatOrderBy(call.orderBy)}`,
    call.limit && `LIMIT ${formatExpression(call.limit)}`,
  );
  return words(
    `${formatName(call.name)}(${inner})`,
    call.withinGroup.length > 0 && `WITHIN GROUP (ORDER BY ${formatOrderBy(call.withinGroup)})`,
    call.filter && `FILTER (WHERE ${formatExpression(call.filter)})`,
    call.nullTreatment && `${call.nullTreatment} NULLS`,
    call.over && `OVER ${'kind' in call.over ? formatWindowSpec(call.over) : formatIdent(call.over)}`,
  );
}

export function formatFunctionArg(arg: FunctionArg): string {
  switch (arg.kind) {
    case 'Star':
      return arg.qualifier === undefined ? '*' : `${formatName(arg.qualifier)}.*`;
    case 'Named':
      return `${formatIdent(arg.name)} => ${formatExpression(arg.expr)}`;
    case 'Aliased':
      return `${formatExpression(arg.expr)} AS ${formatIdent(arg.name)}`;
    case 'Positional':
      return formatExpression(arg.expr);
  }
}

export function formatWindowSpec(spec: WindowSpec): string {
  const { frame } = spec;
  const bounds =
    frame === undefined
      ? undefined
      : words(
          frame.units,
          frame.end === undefined
            ? formatBound(frame.start)
            : `BETWEEN ${formatBound(frame.start)} AND ${formatBound(frame.end)}`,
          frame.exclude && `EXCLUDE ${frame.exclude}`,
        );
  return `(${words(
    spec.base && formatIdent(spec.base),
    spec.partitionBy.length > 0 && `PARTITION BY ${formatList(spec.partitionBy)}`,
    spec.orderBy.length > 0 && `ORDER BY ${formatOrderBy(spec.orderBy)}`,
    bounds,
  )})`;
}

function formatBound(bound: FrameBoundClause): string {
  if (bound.kind === 'CurrentRow') return 'CURRENT ROW';
  return `${bound.value === undefined ? 'UNBOUNDED' : formatExpression(bound.value)} ${bound.kind === 'Preceding' ? 'PRECEDING' : 'FOLLOWING'}`;
}

export const formatOrderBy = (items: readonly OrderByItem[]): string =>
  items
    .map((item) => words(formatExpression(item.expr), item.direction, item.nulls && `NULLS ${item.nulls}`))
    .join(', ');
