import type { SqlExpr } from '../ast/expr.js';
import type {
  GroupByElement,
  GroupingSetElement,
  Join,
  OrderByClause,
  Query,
  Select,
  SelectItem,
  SetExpr,
  TableAlias,
  TableFactor,
  TableWithJoins,
} from '../ast/query.js';
import { formatExpression, formatFunctionArg, formatOrderBy, formatWindowSpec } from './expression.js';
import { formatDataType, formatIdent, formatIdents, formatName, words } from './text.js';

/** A query as SQL. */
export function formatQuery(query: Query): string {
  const { with: withClause, fetch } = query;
  return words(
    withClause &&
      `WITH ${withClause.recursive ? 'RECURSIVE ' : ''}${withClause.ctes
        .map(
          (cte) =>
            `${formatIdent(cte.name)}${cte.columns.length > 0 ? ` (${formatIdents(cte.columns)})` : ''} AS (${formatQuery(cte.query)})`,
        )
        .join(', ')}`,
    formatSetExpr(query.body, 0),
    query.orderBy && formatOrderByClause(query.orderBy),
    query.limit && `LIMIT ${formatExpression(query.limit)}`,
    query.offset && `OFFSET ${formatExpression(query.offset)}`,
    fetch &&
      words(
        'FETCH FIRST',
        fetch.quantity && formatExpression(fetch.quantity),
        fetch.percent && 'PERCENT',
        'ROWS',
        fetch.withTies ? 'WITH TIES' : 'ONLY',
      ),
  );
}

const setPower = (body: SetExpr): number =>
  body.kind === 'SetOperation' ? (body.op === 'INTERSECT' ? 20 : 10) : Number.POSITIVE_INFINITY;

/** Set operations along their left spine: a chain of a thousand branches costs no stack. */
function formatSetExpr(body: SetExpr, minimum: number): string {
  if (setPower(body) < minimum) return `(${formatSetExpr(body, 0)})`;
  const tail: string[] = [];
  let left = body;
  while (left.kind === 'SetOperation' && setPower(left) === setPower(body)) {
    tail.push(
      ` ${words(left.op, left.all && 'ALL', left.byName && 'BY NAME')} ${formatSetExpr(left.right, setPower(left) + 1)}`,
    );
    left = left.left;
  }
  const first = left.kind === 'SetOperation' ? formatSetExpr(left, setPower(body)) : formatBranch(left);
  return `${first}${tail.reverse().join('')}`;
}

function formatBranch(body: Exclude<SetExpr, { kind: 'SetOperation' }>): string {
  switch (body.kind) {
    case 'Query':
      return `(${formatQuery(body)})`;
    case 'Values':
      return `VALUES ${body.rows.map((row) => `(${row.map(formatExpression).join(', ')})`).join(', ')}`;
    case 'Select':
      return formatSelect(body);
  }
}

function formatSelect(select: Select): string {
  const { distinct, groupBy } = select;
  return words(
    'SELECT',
    distinct === true && 'DISTINCT',
    typeof distinct === 'object' && `DISTINCT ON (${distinct.on.map(formatExpression).join(', ')})`,
    select.items.map(formatItem).join(', '),
    select.into && `INTO ${formatName(select.into)}`,
    select.from.length > 0 && `FROM ${formatFrom(select.from)}`,
    select.where && `WHERE ${formatExpression(select.where)}`,
    groupBy && `GROUP BY ${groupBy.kind === 'All' ? 'ALL' : groupBy.elements.map(formatGroupByElement).join(', ')}`,
    select.having && `HAVING ${formatExpression(select.having)}`,
    select.qualify && `QUALIFY ${formatExpression(select.qualify)}`,
    select.windows.length > 0 &&
      `WINDOW ${select.windows
        .map(
          ({ name, window }) =>
            `${formatIdent(name)} AS ${'kind' in window ? formatWindowSpec(window) : formatIdent(window)}`,
        )
        .join(', ')}`,
  );
}

function formatItem(item: SelectItem): string {
  if (item.kind === 'Expr') return words(formatExpression(item.expr), item.alias && `AS ${formatIdent(item.alias)}`);
  const replace = item.replace?.map((one) => `${formatExpression(one.expr)} AS ${formatIdent(one.name)}`).join(', ');
  const rename = item.rename?.map((one) => `${formatIdent(one.from)} AS ${formatIdent(one.to)}`).join(', ');
  return words(
    item.qualifier === undefined ? '*' : `${formatName(item.qualifier)}.*`,
    item.exclude && `EXCLUDE (${formatIdents(item.exclude)})`,
    replace !== undefined && `REPLACE (${replace})`,
    rename !== undefined && `RENAME (${rename})`,
  );
}

function formatGroupByElement(element: GroupByElement | GroupingSetElement): string {
  const formatSet = (exprs: readonly SqlExpr[]): string => `(${exprs.map(formatExpression).join(', ')})`;
  switch (element.kind) {
    case 'Expr':
      return formatExpression(element.expr);
    case 'Set':
      return formatSet(element.exprs);
    case 'GroupingSets':
      return `GROUPING SETS (${element.sets.map(formatGroupByElement).join(', ')})`;
    case 'Rollup':
    case 'Cube':
      return `${element.kind.toUpperCase()} (${element.sets.map((set) => (set.length === 1 && set[0]!.kind !== 'Tuple' ? formatExpression(set[0]!) : formatSet(set))).join(', ')})`;
  }
}

export function formatOrderByClause(clause: OrderByClause): string {
  if (clause.kind === 'Items') return `ORDER BY ${formatOrderBy(clause.items)}`;
  return words('ORDER BY ALL', clause.direction, clause.nulls && `NULLS ${clause.nulls}`);
}

export const formatFrom = (tables: readonly TableWithJoins[]): string => tables.map(formatTableWithJoins).join(', ');

export const formatTableWithJoins = ({ relation, joins }: TableWithJoins): string =>
  [formatFactor(relation), ...joins.map(formatJoin)].join(' ');

function formatJoin({ join, relation, constraint }: Join): string {
  return words(
    constraint?.kind === 'Natural' && 'NATURAL',
    join === 'INNER' ? 'JOIN' : `${join} JOIN`,
    formatFactor(relation),
    constraint?.kind === 'On' && `ON ${formatExpression(constraint.expr)}`,
    constraint?.kind === 'Using' && `USING (${formatIdents(constraint.columns)})`,
  );
}

export function formatFactor(factor: TableFactor): string {
  return words(
    factor.kind !== 'Table' && factor.kind !== 'NestedJoin' && factor.lateral && 'LATERAL',
    formatRelation(factor),
    formatAlias(factor.alias),
  );
}

function formatRelation(factor: TableFactor): string {
  switch (factor.kind) {
    case 'Table':
      return formatName(factor.name);
    case 'Derived':
      return `(${formatQuery(factor.query)})`;
    case 'NestedJoin':
      return `(${formatTableWithJoins(factor.table)})`;
    case 'Unnest':
      return `UNNEST(${factor.exprs.map(formatExpression).join(', ')})${factor.withOrdinality ? ' WITH ORDINALITY' : ''}`;
    case 'TableFunction':
      return `${formatName(factor.name)}(${factor.args.map(formatFunctionArg).join(', ')})${factor.withOrdinality ? ' WITH ORDINALITY' : ''}`;
  }
}

export function formatAlias(alias: TableAlias | undefined): string | undefined {
  if (alias === undefined) return undefined;
  const columns = alias.columns
    .map((one) => words(formatIdent(one.name), one.type && formatDataType(one.type)))
    .join(', ');
  return `AS ${formatIdent(alias.name)}${columns === '' ? '' : ` (${columns})`}`;
}
