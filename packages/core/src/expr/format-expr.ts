import { unreachable } from '../errors/unreachable.js';
import { foldTree } from '../tree.js';
import { formatDataType } from '../types/format.js';
import { formatScalar, formatValue } from '../types/format-value.js';
import type { Expr, SortExpr, WindowFunctionExpr } from './expr.js';
import { exprShape } from './expr-tree.js';
import { operatorSymbol } from './operator.js';
import { formatTableReference, type TableReference } from './table-reference.js';
import type { WindowFrameBound } from './window-frame.js';

/** The expression as EXPLAIN shows it: `t.a + Int64(1) AS b`. */
export const formatExpr = (expr: Expr): string =>
  foldTree(exprShape, expr, (part, texts) => formatPart(part, texts, 'display'));

/**
 * The name of the column an expression makes when it has no alias, e.g. `sum(t.a)` or `t.a + Int64(1)`. Casts that the
 * analyzer adds do not change it; an alias is its own name.
 */
export const exprName = (expr: Expr): string =>
  expr.kind === 'Alias'
    ? expr.name
    : expr.kind === 'Column'
      ? expr.name
      : foldTree(exprShape, expr, (part, texts) => formatPart(part, texts, 'name'));

const qualified = (name: string, relation: TableReference | undefined): string =>
  relation === undefined ? name : `${formatTableReference(relation)}.${name}`;

function formatPart(expr: Expr, parts: readonly string[], style: 'display' | 'name'): string {
  switch (expr.kind) {
    case 'Column':
      return qualified(expr.name, expr.relation);
    case 'OuterReferenceColumn':
      return `outer_ref(${qualified(expr.name, expr.relation)})`;
    case 'Literal':
      return formatScalar(expr.value);
    case 'Alias':
      return style === 'name' ? expr.name : `${parts[0]} AS ${qualified(expr.name, expr.relation)}`;
    case 'BinaryExpr': {
      // Same operator needs no parentheses on the left (chains), every other mix gets them.
      const left = expr.left.kind === 'BinaryExpr' && expr.left.op !== expr.op ? `(${parts[0]})` : parts[0];
      const right = expr.right.kind === 'BinaryExpr' ? `(${parts[1]})` : parts[1];
      return `${left} ${operatorSymbol(expr.op)} ${right}`;
    }
    case 'Not':
      return `NOT ${parts[0]}`;
    case 'Negative':
      return `(- ${parts[0]})`;
    case 'IsNull':
      return `${parts[0]} IS NULL`;
    case 'IsNotNull':
      return `${parts[0]} IS NOT NULL`;
    case 'IsTrue':
      return `${parts[0]} IS TRUE`;
    case 'IsFalse':
      return `${parts[0]} IS FALSE`;
    case 'IsUnknown':
      return `${parts[0]} IS UNKNOWN`;
    case 'IsNotTrue':
      return `${parts[0]} IS NOT TRUE`;
    case 'IsNotFalse':
      return `${parts[0]} IS NOT FALSE`;
    case 'IsNotUnknown':
      return `${parts[0]} IS NOT UNKNOWN`;
    case 'Between':
      return `${parts[0]} ${expr.negated ? 'NOT ' : ''}BETWEEN ${parts[1]} AND ${parts[2]}`;
    case 'Like':
      return `${parts[0]} ${expr.negated ? 'NOT ' : ''}${expr.caseInsensitive ? 'ILIKE' : 'LIKE'} ${parts[1]}${
        expr.escapeChar === undefined ? '' : ` CHAR '${expr.escapeChar}'`
      }`;
    case 'SimilarTo':
      return `${parts[0]} ${expr.negated ? 'NOT ' : ''}SIMILAR TO ${parts[1]}`;
    case 'Case': {
      let next = 0;
      const subject = expr.expr === undefined ? '' : ` ${parts[next++]}`;
      const arms = expr.whenThen.map(() => ` WHEN ${parts[next++]} THEN ${parts[next++]}`).join('');
      return `CASE${subject}${arms}${expr.elseExpr === undefined ? '' : ` ELSE ${parts[next]}`} END`;
    }
    case 'Cast':
      return style === 'name' ? parts[0]! : `CAST(${parts[0]} AS ${formatDataType(expr.type)})`;
    case 'TryCast':
      return style === 'name' ? parts[0]! : `TRY_CAST(${parts[0]} AS ${formatDataType(expr.type)})`;
    case 'InList':
      return `${parts[0]} ${expr.negated ? 'NOT IN' : 'IN'} ([${parts.slice(1).join(', ')}])`;
    case 'InSubquery':
      return `${parts[0]} ${expr.negated ? 'NOT IN' : 'IN'} (<subquery>)`;
    case 'Exists':
      return `${expr.negated ? 'NOT ' : ''}EXISTS (<subquery>)`;
    case 'ScalarSubquery':
      return '(<subquery>)';
    case 'SetComparison':
      return `${parts[0]} ${operatorSymbol(expr.op)} ${expr.quantifier.toUpperCase()} (<subquery>)`;
    case 'ScalarFunction':
      // A field's column is called as it is accessed: `t.s[f]`.
      if (style === 'name' && expr.name === 'get_field' && expr.args.slice(1).every((arg) => arg.kind === 'Literal')) {
        return `${parts[0]}${expr.args.slice(1).map(fieldName).join('')}`;
      }
      return `${expr.name}(${parts.join(', ')})`;
    case 'AggregateFunction': {
      const args = expr.args.length === 0 && expr.name === 'count' ? '*' : parts.slice(0, expr.args.length).join(', ');
      const filter = expr.filter === undefined ? '' : ` FILTER (WHERE ${parts[expr.args.length]})`;
      const keys = parts.slice(expr.args.length + (expr.filter === undefined ? 0 : 1));
      const order = expr.orderBy.length === 0 ? '' : ` ORDER BY [${formatKeys(expr.orderBy, keys)}]`;
      const nulls = expr.nullTreatment === 'ignoreNulls' ? ' IGNORE NULLS' : '';
      return `${expr.name}(${expr.distinct ? 'DISTINCT ' : ''}${args})${filter}${nulls}${order}`;
    }
    case 'WindowFunction':
      return formatWindow(expr, parts);
    case 'GroupingSet': {
      let next = 0;
      const sets = expr.sets.map((set) => `(${set.map(() => parts[next++]).join(', ')})`);
      if (expr.form === 'groupingSets') return `GROUPING SETS (${sets.join(', ')})`;
      return `${expr.form.toUpperCase()} ${sets[0] ?? '()'}`;
    }
    case 'Wildcard':
      return qualified('*', expr.qualifier);
    case 'Placeholder':
      return expr.id;
    case 'Unnest':
      return `UNNEST(${parts[0]})`;
    case 'Lambda':
      return `(${expr.params.join(', ')}) -> ${parts[0]}`;
    case 'LambdaVariable':
      return expr.name;
    default:
      return unreachable(expr, 'expression');
  }
}

const fieldName = (arg: Expr): string =>
  arg.kind === 'Literal' ? `[${formatValue(arg.value.type, arg.value.value)}]` : '';

function formatWindow(expr: WindowFunctionExpr, parts: readonly string[]): string {
  let next = 0;
  const args = expr.args.map(() => parts[next++]).join(', ') || (expr.name === 'count' ? '*' : '');
  const partitionBy = expr.partitionBy.map(() => parts[next++]).join(', ');
  const keys = expr.orderBy.map(() => parts[next++]!);
  const filter = expr.filter === undefined ? '' : ` FILTER (WHERE ${parts[next]})`;
  const clauses = [
    ...(partitionBy === '' ? [] : [`PARTITION BY [${partitionBy}]`]),
    ...(keys.length === 0 ? [] : [`ORDER BY [${formatKeys(expr.orderBy, keys)}]`]),
    `${expr.frame.units.toUpperCase()} BETWEEN ${formatBound(expr.frame.start)} AND ${formatBound(expr.frame.end)}`,
  ];
  const nulls = expr.nullTreatment === 'ignoreNulls' ? ' IGNORE NULLS' : '';
  return `${expr.name}(${expr.distinct ? 'DISTINCT ' : ''}${args})${filter}${nulls} ${clauses.join(' ')}`;
}

function formatBound(bound: WindowFrameBound): string {
  if (bound.kind === 'currentRow') return 'CURRENT ROW';
  const offset = bound.offset === undefined ? 'UNBOUNDED' : formatValue(bound.offset.type, bound.offset.value);
  return `${offset} ${bound.kind.toUpperCase()}`;
}

const formatKeys = (keys: readonly SortExpr[], texts: readonly string[]): string =>
  keys.map((key, index) => formatKey(texts[index]!, key)).join(', ');
const formatKey = (text: string, { asc, nullsFirst }: SortExpr): string =>
  `${text} ${asc ? 'ASC' : 'DESC'} NULLS ${nullsFirst ? 'FIRST' : 'LAST'}`;
/** `t.a ASC NULLS LAST`. */
export const formatSortExpr = (key: SortExpr): string => formatKey(formatExpr(key.expr), key);
