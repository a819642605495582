import type { Ident, Span } from '../ast/common.js';
import type { CreateExternalTable } from '../ast/ddl.js';
import type { OrderByItem } from '../ast/query.js';
import { parseTableElements } from './columns.js';
import { parseDataType } from './data-type.js';
import { parseOrderByItem } from './expression.js';
import { parseOptions } from './options.js';
import type { Parser } from './parser.js';

/** Clauses of older dialects, and the option that says the same today. */
const removedClauses = [
  { words: ['WITH', 'HEADER', 'ROW'], option: "OPTIONS ('has_header' 'true')" },
  { words: ['DELIMITER'], option: "OPTIONS ('delimiter' ';')" },
  { words: ['COMPRESSION', 'TYPE'], option: "OPTIONS ('compression' 'gzip')" },
] as const;

type Partition = CreateExternalTable['partitionedBy'][number];

/** Parses what follows `CREATE [OR REPLACE] [UNBOUNDED] EXTERNAL`. After the columns, clauses come in any order. */
export function parseCreateExternalTable(
  p: Parser,
  prefix: { readonly orReplace: boolean; readonly unbounded: boolean; readonly span: Span },
): CreateExternalTable {
  const temporary = p.acceptAny('TEMP', 'TEMPORARY') !== undefined;
  p.expectKeyword('TABLE');
  const existsAt = p.span();
  const ifNotExists = p.acceptKeyword('IF', 'NOT', 'EXISTS');
  if (ifNotExists && prefix.orReplace) p.reject("'IF NOT EXISTS' cannot coexist with 'REPLACE'", existsAt);
  const name = p.objectName('a table name');
  const { columns, constraints } = parseTableElements(p);

  let fileType: string | undefined;
  let locations: readonly string[] | undefined;
  let partitionedBy: readonly Partition[] | undefined;
  const orders: (readonly OrderByItem[])[] = [];
  let options: CreateExternalTable['options'] | undefined;
  const once = (given: unknown, clause: string, at: Span): void => {
    if (given !== undefined) p.reject(`${clause} specified more than once`, at);
  };
  while (!p.isEnd() && !p.isOp(';')) {
    const at = p.span();
    for (const { words, option } of removedClauses) {
      if (p.isKeyword(...words)) p.reject(`The clause ${words.join(' ')} is gone: write ${option}`, at);
    }
    if (p.acceptKeyword('STORED', 'AS')) {
      once(fileType, 'STORED AS', at);
      const token = p.peek();
      fileType = (token.kind === 'string' ? p.stringLiteral() : p.identifier('a file type').value).toUpperCase();
    } else if (p.acceptKeyword('LOCATION')) {
      once(locations, 'LOCATION', at);
      locations = p.isOp('(') ? p.parenthesized(() => p.stringLiteral('a location')) : [p.stringLiteral('a location')];
    } else if (p.acceptKeyword('PARTITIONED', 'BY')) {
      once(partitionedBy, 'PARTITIONED BY', at);
      partitionedBy = parsePartitions(p, at);
    } else if (p.acceptKeyword('WITH', 'ORDER')) {
      orders.push(p.parenthesized(() => parseOrderByItem(p)));
    } else if (p.acceptKeyword('OPTIONS')) {
      once(options, 'OPTIONS', at);
      options = parseOptions(p);
    } else p.fail('STORED AS, LOCATION, PARTITIONED BY, WITH ORDER, OPTIONS or the end of the statement');
  }
  if (fileType === undefined) return p.reject('Missing STORED AS clause in CREATE EXTERNAL TABLE statement');
  if (locations === undefined) return p.reject('Missing LOCATION clause in CREATE EXTERNAL TABLE statement');
  return {
    kind: 'CreateExternalTable',
    orReplace: prefix.orReplace,
    unbounded: prefix.unbounded,
    temporary,
    ifNotExists,
    name,
    columns,
    constraints,
    fileType,
    locations,
    partitionedBy: partitionedBy ?? [],
    orders,
    options: options ?? [],
    span: prefix.span,
  };
}

/** Either names of columns, or columns declared here with their types: not a mixture. */
function parsePartitions(p: Parser, at: Span): Partition[] {
  const partitions = p.parenthesized((): Partition => {
    const name: Ident = p.identifier('a column name');
    return p.peek().kind === 'word' ? { name, type: parseDataType(p) } : { name };
  });
  const typed = partitions.filter((one) => one.type !== undefined).length;
  if (typed !== 0 && typed !== partitions.length) {
    p.reject('PARTITIONED BY takes names of columns or columns with types, not a mixture of both', at);
  }
  return partitions;
}
