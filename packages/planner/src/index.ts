// SQL text, for users.

// Planning, for users.
export type { AnalyzerRule } from './analyzer/analyze.js';
export { defaultAnalyzerRules } from './analyzer/default-rules.js';
export type { BindOptions } from './binder/bind-context.js';
// From SQL to a logical plan, for users.
export { bindExpression } from './binder/bind-expression.js';
// From SQL to a logical plan, for other libraries.
export { collectExprs, ExprMap, exprEquals, hashExpr } from './binder/expr-map.js';
export {
  aggregatePlan,
  aliasPlan,
  filterPlan,
  projectPlan,
  renameColumns,
  windowPlan,
} from './binder/plan-builder.js';
export { replaceExpr } from './binder/replace-expr.js';
export { bindStatement } from './binder/statement/bind-statement.js';
// Planning, for other libraries.
export { isCollapseStage } from './distributed/collapse-stage.js';
export { optimizeResolvedStage } from './distributed/optimize-resolved-stage.js';
export { type PlanStagesOptions, planStages, stageInputs } from './distributed/plan-stages.js';
export { resolveStage, rollbackStage, type StageLocations } from './distributed/resolve-stage.js';
export { isSliceable, restrictPlan } from './distributed/restrict-plan.js';
export type { Stage } from './distributed/stage.js';
export { displayStages, type ExplainRow, explainRows } from './explain/explain-rows.js';
export { defaultOptimizerRules } from './optimizer/default-rules.js';
export { isOrderSensitive } from './optimizer/is-order-sensitive.js';
export type { OptimizerRule } from './optimizer/optimize.js';
export {
  createPhysicalExpr,
  createPhysicalSortExpr,
  type PhysicalExprContext,
} from './physical/create-physical-expr.js';
export type { ExtensionPlanner } from './physical/create-physical-plan.js';
export { defaultPhysicalOptimizerRules } from './physical-optimizer/default-rules.js';
export { ensureRequirements } from './physical-optimizer/ensure-requirements.js';
export type { PhysicalOptimizerRule } from './physical-optimizer/optimize.js';
export {
  type ContextOptions,
  createPlanner,
  type PlannedQuery,
  type Planner,
  type PlannerOptions,
  type PlanOptions,
} from './planner.js';
export type { AliasGenerator, EvaluateConstant, PlanningContext } from './planning-context.js';
export { aliasGenerator } from './planning-context.js';
export { type ResolveOptions, resolve } from './resolve/resolve.js';
export type { ResolvedStatement, ResolvedTable, ResolvedTableFunction } from './resolve/resolved-statement.js';
export { changed, insertAfter, insertBefore, type PlanRule, type Rewritten, unchanged, without } from './rule.js';
// SQL text, for other libraries.
export type { Ident, ObjectName, Span } from './sql/ast/common.js';
export type { SqlDataType } from './sql/ast/data-type.js';
export type { SqlExpr } from './sql/ast/expr.js';
export type { Query, SetExpr } from './sql/ast/query.js';
export type { Statement, StatementKind } from './sql/ast/statement.js';
export { formatExpression } from './sql/format/expression.js';
export { formatStatement } from './sql/format/statement.js';
export type { SqlDialect, SqlParserOptions } from './sql/parser/parser.js';
export { parseExpression, parseStatements } from './sql/parser/statement.js';
export { sqlParserOptions } from './sql/parser-options.js';
