import {
  type DataType,
  type DFSchema,
  type Expr,
  exprReturn,
  type FunctionCatalog,
  isArithmetic,
  isComparison,
  joinSchemas,
  type LogicalPlan,
  logicalChildren,
  mapPlanExprs,
  type PlaceholderExpr,
  schemaOf,
  someExpr,
  transformExpr,
  transformLogicalUp,
} from '@ballista-ts/core';

/**
 * Gives placeholders the type of what they are compared or computed with: in `a > $1` the placeholder has a's type. Those that
 * stand elsewhere, or have a declared type, stay as they are. A plan without placeholders comes back as it is.
 */
export function inferPlaceholders(plan: LogicalPlan, functions: FunctionCatalog): LogicalPlan {
  return transformLogicalUp(plan, (node) => {
    let schema: DFSchema | undefined;
    return mapPlanExprs(node, (expr) => {
      if (!someExpr(expr, isUntyped)) return expr;
      schema ??= logicalChildren(node).map(schemaOf).reduce(joinSchemas, { fields: [] });
      const typing = { schema, functions };
      return transformExpr(expr, (part) => inferIn(part, (of) => exprReturn(of, typing).type));
    });
  });
}

const isUntyped = (expr: Expr): expr is PlaceholderExpr => expr.kind === 'Placeholder' && expr.field === undefined;

const typed = (expr: Expr, type: DataType): Expr =>
  isUntyped(expr) && type.kind !== 'Null' ? { ...expr, field: { name: expr.id, type, nullable: true } } : expr;

function inferIn(part: Expr, typeOf: (expr: Expr) => DataType): Expr {
  switch (part.kind) {
    case 'BinaryExpr': {
      if (!isComparison(part.op) && !isArithmetic(part.op)) return part;
      if (isUntyped(part.left) === isUntyped(part.right)) return part;
      return isUntyped(part.left)
        ? { ...part, left: typed(part.left, typeOf(part.right)) }
        : { ...part, right: typed(part.right, typeOf(part.left)) };
    }
    case 'Between': {
      const anchor = [part.expr, part.low, part.high].find((one) => !isUntyped(one));
      if (anchor === undefined || ![part.expr, part.low, part.high].some(isUntyped)) return part;
      const type = typeOf(anchor);
      return { ...part, expr: typed(part.expr, type), low: typed(part.low, type), high: typed(part.high, type) };
    }
    case 'InList': {
      const anchor = [part.expr, ...part.list].find((one) => !isUntyped(one));
      if (anchor === undefined || ![part.expr, ...part.list].some(isUntyped)) return part;
      const type = typeOf(anchor);
      return { ...part, expr: typed(part.expr, type), list: part.list.map((one) => typed(one, type)) };
    }
    case 'Like':
    case 'SimilarTo':
      return { ...part, expr: typed(part.expr, { kind: 'Utf8' }), pattern: typed(part.pattern, { kind: 'Utf8' }) };
    default:
      return part;
  }
}
