// SQL text, for users.

// SQL text, for other libraries.
export type { Ident, ObjectName, Span } from './sql/ast/common.js';
export type { SqlDataType } from './sql/ast/data-type.js';
export type { SqlExpr } from './sql/ast/expr.js';
export type { Query, SetExpr } from './sql/ast/query.js';
export type { Statement, StatementKind } from './sql/ast/statement.js';
export type { SqlDialect, SqlParserOptions } from './sql/parser/parser.js';
export { parseExpression, parseStatements } from './sql/parser/statement.js';
