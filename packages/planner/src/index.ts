// SQL text, for users.

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
// Planning, for users.

// Planning, for other libraries.
export { isCollapseStage } from './distributed/collapse-stage.js';
export { type PlanStagesOptions, planStages, stageInputs } from './distributed/plan-stages.js';
export { resolveStage, rollbackStage, type StageLocations } from './distributed/resolve-stage.js';
export { isSliceable, restrictPlan } from './distributed/restrict-plan.js';
export type { Stage } from './distributed/stage.js';
export { ensureRequirements } from './physical-optimizer/ensure-requirements.js';
export {
  type AliasGenerator,
  aliasGenerator,
  type EvaluateConstant,
  type PlanningContext,
} from './planning-context.js';
export { changed, insertAfter, insertBefore, type PlanRule, type Rewritten, unchanged, without } from './rule.js';
