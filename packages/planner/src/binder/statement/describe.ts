import { type DFSchema, formatDataType, type LogicalPlan, schemaOf, Utf8, utf8Literal } from '@ballista-ts/core';
import type { Describe } from '../../sql/ast/session.js';
import { unknownTable } from '../from.js';
import { aliasPlan } from '../plan-builder.js';
import { bindQuery } from '../query.js';
import type { QueryLevel } from '../scope.js';

const schema: DFSchema = {
  fields: ['column_name', 'data_type', 'is_nullable'].map((name) => ({ field: { name, type: Utf8, nullable: false } })),
};

/** The columns of a table or query as rows. Everything is known, so the rows are written out. */
export function bindDescribe(statement: Describe, level: QueryLevel): LogicalPlan {
  const rows = schemaOf(described(statement, level)).fields.map(({ field }) => [
    utf8Literal(field.name),
    utf8Literal(formatDataType(field.type)),
    utf8Literal(field.nullable ? 'YES' : 'NO'),
  ]);
  return rows.length === 0 ? { kind: 'EmptyRelation', produceOneRow: false, schema } : { kind: 'Values', rows, schema };
}

function described({ target }: Describe, level: QueryLevel): LogicalPlan {
  if (target.kind === 'Query') return bindQuery(target, level);
  const { context } = level;
  const reference = context.tableReference(target.name);
  const found = context.table(reference);
  if (found === undefined) throw context.error(unknownTable(reference, level), target.span);
  if (found.kind === 'view') return aliasPlan(found.plan, reference, context.functions);
  return { kind: 'TableScan', tableName: reference, source: found.source, filters: [] };
}
