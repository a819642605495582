import { type FileFormatKind, fileFormatKinds, type LogicalPlan, schemaOf } from '@ballista-ts/core';
import type { CopyTo } from '../../sql/ast/dml.js';
import type { Query } from '../../sql/ast/query.js';
import { bindQuery } from '../query.js';
import type { QueryLevel } from '../scope.js';
import { bindOptions } from './ddl.js';

/** `COPY t TO 'path'`: the format is that of STORED AS, else that of the path's ending. */
export function bindCopyTo(statement: CopyTo, level: QueryLevel): LogicalPlan {
  const { context } = level;
  const query: Query =
    statement.source.kind === 'Query'
      ? statement.source
      : {
          kind: 'Query',
          body: {
            kind: 'Select',
            distinct: false,
            items: [{ kind: 'Wildcard', span: statement.source.span }],
            from: [{ relation: statement.source, joins: [] }],
            windows: [],
            span: statement.source.span,
          },
          span: statement.source.span,
        };
  const input = bindQuery(query, level);
  const { fields } = schemaOf(input);
  const partitionBy = statement.partitionedBy.map((ident) => {
    const name = context.name(ident);
    if (!fields.some((one) => one.field.name === name)) {
      throw context.error(`PARTITIONED BY names a column that is not written: ${name}`, ident.span);
    }
    return name;
  });
  const kind = formatOf(statement, level);
  const options = new Map<string, string>();
  for (const [key, value] of bindOptions(statement.options, level)) {
    options.set(key.startsWith('format.') ? key.slice('format.'.length) : key, value);
  }
  return { kind: 'CopyTo', input, outputUrl: statement.target, format: { kind, options }, partitionBy };
}

function formatOf(statement: CopyTo, level: QueryLevel): FileFormatKind {
  const name = (statement.storedAs ?? /\.([a-z0-9]+)$/i.exec(statement.target)?.[1])?.toLowerCase();
  if (name === undefined) {
    throw level.context.error(
      'Format not explicitly set and unable to get file extension! Use STORED AS to define file format.',
      statement.span,
    );
  }
  const kind = fileFormatKinds.find((one) => one === name);
  if (kind === undefined) {
    throw level.context.error(
      `Unknown file format ${name}: it is one of ${fileFormatKinds.join(', ')}. Use STORED AS to define it.`,
      statement.span,
    );
  }
  return kind;
}
