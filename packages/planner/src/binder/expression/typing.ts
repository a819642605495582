import { type DataType, type Expr, exprReturn } from '@ballista-ts/core';
import type { Span } from '../../sql/ast/common.js';
import type { Scope } from '../scope.js';

/** The type of a bound expression; an error about it names the place. */
export const typeOf = (expr: Expr, scope: Scope, span: Span): DataType =>
  scope.level.context.located(
    span,
    () => exprReturn(expr, { schema: scope.schema, functions: scope.level.context.functions }).type,
  );
