import { operatorSymbol } from '../../expr/operator.js';
import { foldTree } from '../../tree.js';
import { formatDataType } from '../../types/format.js';
import { formatValue } from '../../types/format-value.js';
import type { Partitioning } from './partitioning.js';
import type { PhysicalExpr, PhysicalSortExpr } from './physical-expr.js';
import { physicalExprShape } from './physical-expr-tree.js';

/** The expression as EXPLAIN shows it: columns as `name@index`, constants as bare values. */
export const formatPhysicalExpr = (expr: PhysicalExpr): string => foldTree(physicalExprShape, expr, formatOne);

function formatOne(expr: PhysicalExpr, parts: readonly string[]): string {
  switch (expr.kind) {
    case 'Column':
      return `${expr.name}@${expr.index}`;
    case 'Literal':
      return formatValue(expr.value.type, expr.value.value);
    case 'BinaryExpr': {
      const side = (index: 0 | 1, child: PhysicalExpr): string =>
        child.kind === 'BinaryExpr' && child.op !== expr.op ? `(${parts[index]})` : parts[index]!;
      return `${side(0, expr.left)} ${operatorSymbol(expr.op)} ${side(1, expr.right)}`;
    }
    case 'Not':
      return `NOT ${parts[0]}`;
    case 'Negative':
      return `(- ${parts[0]})`;
    case 'IsNull':
      return `${parts[0]} IS NULL`;
    case 'IsNotNull':
      return `${parts[0]} IS NOT NULL`;
    case 'Cast':
      return `CAST(${parts[0]} AS ${formatDataType(expr.type)})`;
    case 'TryCast':
      return `TRY_CAST(${parts[0]} AS ${formatDataType(expr.type)})`;
    case 'Case': {
      let next = 0;
      const subject = expr.expr === undefined ? '' : ` ${parts[next++]}`;
      const arms = expr.whenThen.map(() => ` WHEN ${parts[next++]} THEN ${parts[next++]}`).join('');
      return `CASE${subject}${arms}${expr.elseExpr === undefined ? '' : ` ELSE ${parts[next]}`} END`;
    }
    case 'InList':
      return `${parts[0]} ${expr.negated ? 'NOT IN' : 'IN'} ([${parts.slice(1).join(', ')}])`;
    case 'Like':
      return `${parts[0]} ${expr.negated ? 'NOT ' : ''}${expr.caseInsensitive ? 'ILIKE' : 'LIKE'} ${parts[1]}${
        expr.escapeChar === undefined ? '' : ` ESCAPE ${expr.escapeChar}`
      }`;
    case 'ScalarFunction':
      return `${expr.name}(${parts.join(', ')})`;
  }
}

export const formatSortExprs = (exprs: readonly PhysicalSortExpr[]): string =>
  exprs
    // Arrow's default is NULLs first in either direction, so only the other case is spelled out, as DataFusion does.
    .map(
      ({ expr, asc, nullsFirst }) =>
        `${formatPhysicalExpr(expr)} ${asc ? 'ASC' : 'DESC'}${nullsFirst ? '' : ' NULLS LAST'}`,
    )
    .join(', ');

export function formatPartitioning(of: Partitioning): string {
  switch (of.kind) {
    case 'hash':
      return `Hash([${of.exprs.map(formatPhysicalExpr).join(', ')}], ${of.partitionCount})`;
    case 'roundRobin':
      return `RoundRobinBatch(${of.partitionCount})`;
    case 'unknown':
      return `UnknownPartitioning(${of.partitionCount})`;
  }
}
