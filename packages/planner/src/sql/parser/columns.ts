import type { Ident } from '../ast/common.js';
import type { ColumnDef, ForeignKeyTarget, TableConstraint } from '../ast/ddl.js';
import type { SqlExpr } from '../ast/expr.js';
import { parseDataType } from './data-type.js';
import { parseExpr } from './expression.js';
import type { Parser } from './parser.js';

export interface TableElements {
  readonly columns: readonly ColumnDef[];
  readonly constraints: readonly TableConstraint[];
}

/** Parses `( column type .., constraint, ... )` when a parenthesis comes next. */
export function parseTableElements(p: Parser): TableElements {
  const columns: ColumnDef[] = [];
  const constraints: TableConstraint[] = [];
  if (!p.isOp('(')) return { columns, constraints };
  p.parenthesized(() => {
    const constraint = parseTableConstraint(p);
    if (constraint === undefined) columns.push(parseColumnDef(p));
    else constraints.push(constraint);
  }, true);
  return { columns, constraints };
}

export function parseColumnDef(p: Parser): ColumnDef {
  const span = p.span();
  const name = p.identifier('a column name');
  const type = parseDataType(p);
  let nullable: boolean | undefined;
  let defaultValue: SqlExpr | undefined;
  let primaryKey = false;
  let unique = false;
  let check: SqlExpr | undefined;
  let references: ForeignKeyTarget | undefined;
  for (;;) {
    if (p.keyword() === 'CONSTRAINT') p.skip(2);
    if (p.acceptKeyword('NOT', 'NULL')) nullable = false;
    else if (p.acceptKeyword('NULL')) nullable = true;
    else if (p.acceptKeyword('DEFAULT')) defaultValue = parseExpr(p);
    else if (p.acceptKeyword('PRIMARY', 'KEY')) primaryKey = true;
    else if (p.acceptKeyword('UNIQUE')) unique = true;
    else if (p.acceptKeyword('CHECK')) check = p.nested(() => p.parenthesized(() => parseExpr(p)))[0]!;
    else if (p.acceptKeyword('REFERENCES')) references = parseReferences(p);
    else if (p.keyword() === 'GENERATED') p.notYet('A generated column');
    else if (p.keyword() === 'COLLATE') p.notYet('COLLATE on a column');
    else if (p.keyword() === 'COMMENT') p.notYet('COMMENT on a column');
    else break;
  }
  return {
    name,
    type,
    ...(nullable !== undefined && { nullable }),
    ...(defaultValue !== undefined && { default: defaultValue }),
    primaryKey,
    unique,
    ...(check !== undefined && { check }),
    ...(references !== undefined && { references }),
    span,
  };
}

function parseReferences(p: Parser): ForeignKeyTarget {
  return { table: p.objectName('a table name'), columns: p.isOp('(') ? p.identifierList() : [] };
}

function parseTableConstraint(p: Parser): TableConstraint | undefined {
  const name: Ident | undefined = p.acceptKeyword('CONSTRAINT') ? p.identifier('a constraint name') : undefined;
  const named = name !== undefined && { name };
  if (p.acceptKeyword('PRIMARY', 'KEY')) return { kind: 'PrimaryKey', ...named, columns: p.identifierList() };
  // A column may be called `unique` or `check`; a parenthesis tells the constraint.
  if (p.keyword() === 'UNIQUE' && p.isOp('(', 1)) {
    p.next();
    return { kind: 'Unique', ...named, columns: p.identifierList() };
  }
  if (p.acceptKeyword('FOREIGN', 'KEY')) {
    const columns = p.identifierList();
    p.expectKeyword('REFERENCES');
    return { kind: 'ForeignKey', ...named, columns, target: parseReferences(p) };
  }
  if (p.keyword() === 'CHECK' && p.isOp('(', 1)) {
    p.next();
    return { kind: 'Check', ...named, expr: p.nested(() => p.parenthesized(() => parseExpr(p)))[0]! };
  }
  return name === undefined
    ? undefined
    : p.fail('PRIMARY KEY, UNIQUE, FOREIGN KEY or CHECK after the name of a constraint');
}
