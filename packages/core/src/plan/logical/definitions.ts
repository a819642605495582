import type { DFSchema } from '../../expr/df-schema.js';
import type { Expr } from '../../expr/expr.js';
import { visitExpr } from '../../expr/expr-tree.js';
import { rewriteTree, rewriteTreeDown, type TreeShape, visitTree } from '../../tree.js';
import { aggregateNode } from './aggregate.js';
import { assertNode } from './assert.js';
import { copyToNode } from './copy-to.js';
import { ddlNode } from './ddl.js';
import { distinctNode, distinctOnNode } from './distinct.js';
import { dmlNode } from './dml.js';
import { emptyRelationNode } from './empty-relation.js';
import { analyzeNode, explainNode } from './explain.js';
import { extensionNode } from './extension.js';
import { filterNode } from './filter.js';
import { joinNode } from './join.js';
import { limitNode } from './limit.js';
import type { LogicalNodeDefinition } from './logical-node-definition.js';
import type { LogicalPlan, LogicalPlanKind } from './logical-plan.js';
import { projectionNode } from './projection.js';
import { recursiveQueryNode } from './recursive-query.js';
import { repartitionNode } from './repartition.js';
import { sortNode } from './sort.js';
import { statementNode } from './statement.js';
import { subqueryAliasNode } from './subquery-alias.js';
import { tableScan } from './table-scan.js';
import { unionNode } from './union.js';
import { unnestNode } from './unnest.js';
import { valuesNode } from './values.js';
import { windowNode } from './window.js';

// A node's definition takes just that node; which one is known only by its tag, so the entries are widened here, once.
const widen = <P extends LogicalPlan>(definition: LogicalNodeDefinition<P>): LogicalNodeDefinition =>
  definition as unknown as LogicalNodeDefinition;

const ddl = widen(ddlNode);
const statement = widen(statementNode);
const definitions: Readonly<Record<LogicalPlanKind, LogicalNodeDefinition>> = {
  TableScan: widen(tableScan),
  Projection: widen(projectionNode),
  Filter: widen(filterNode),
  Assert: widen(assertNode),
  Aggregate: widen(aggregateNode),
  Sort: widen(sortNode),
  Join: widen(joinNode),
  Limit: widen(limitNode),
  Union: widen(unionNode),
  Distinct: widen(distinctNode),
  DistinctOn: widen(distinctOnNode),
  SubqueryAlias: widen(subqueryAliasNode),
  Values: widen(valuesNode),
  EmptyRelation: widen(emptyRelationNode),
  Window: widen(windowNode),
  Repartition: widen(repartitionNode),
  Unnest: widen(unnestNode),
  RecursiveQuery: widen(recursiveQueryNode),
  Explain: widen(explainNode),
  Analyze: widen(analyzeNode),
  CopyTo: widen(copyToNode),
  Dml: widen(dmlNode),
  Extension: widen(extensionNode),
  CreateExternalTable: ddl,
  CreateMemoryTable: ddl,
  CreateView: ddl,
  DropTable: ddl,
  DropView: ddl,
  CreateCatalog: ddl,
  CreateCatalogSchema: ddl,
  DropCatalogSchema: ddl,
  SetVariable: statement,
  ResetVariable: statement,
  Prepare: statement,
  Execute: statement,
  Deallocate: statement,
  TransactionStart: statement,
  TransactionEnd: statement,
};

/** The inputs of a node, left to right. Plans inside subquery expressions are not among them. */
export const logicalChildren = (plan: LogicalPlan): readonly LogicalPlan[] => definitions[plan.kind].children(plan);

/** The same node over other inputs; identity is kept when none changed. */
export function withLogicalChildren(plan: LogicalPlan, children: readonly LogicalPlan[]): LogicalPlan {
  const current = logicalChildren(plan);
  return current.length === children.length && current.every((child, index) => child === children[index])
    ? plan
    : definitions[plan.kind].withChildren(plan, children);
}

export const logicalPlanShape: TreeShape<LogicalPlan> = {
  children: logicalChildren,
  withChildren: withLogicalChildren,
};

/** Rewrites a plan bottom-up; plans inside subquery expressions are left alone. */
export const transformLogicalUp = (plan: LogicalPlan, rewrite: (plan: LogicalPlan) => LogicalPlan): LogicalPlan =>
  rewriteTree(logicalPlanShape, plan, rewrite);
/** Rewrites a plan top-down; plans inside subquery expressions are left alone. */
export const transformLogicalDown = (plan: LogicalPlan, rewrite: (plan: LogicalPlan) => LogicalPlan): LogicalPlan =>
  rewriteTreeDown(logicalPlanShape, plan, rewrite);
/** Visits nodes, parents first; `false` skips what is below. */
export const visitLogical = (plan: LogicalPlan, visit: (plan: LogicalPlan) => boolean | void): void =>
  visitTree(logicalPlanShape, plan, visit);

/** The expressions a node holds itself. */
export const planExprs = (plan: LogicalPlan): readonly Expr[] => definitions[plan.kind].exprs?.(plan) ?? [];

/** Rewrites the expressions of one node; identity is kept when none changed. */
export function mapPlanExprs(plan: LogicalPlan, rewrite: (expr: Expr) => Expr): LogicalPlan {
  const exprs = planExprs(plan);
  const rewritten = exprs.map(rewrite);
  return exprs.every((expr, index) => expr === rewritten[index])
    ? plan
    : definitions[plan.kind].withExprs!(plan, rewritten);
}

/** Plans of the subquery expressions that a node holds itself. */
export function subqueryPlans(plan: LogicalPlan): LogicalPlan[] {
  const found: LogicalPlan[] = [];
  for (const expr of planExprs(plan)) {
    visitExpr(expr, (part) => {
      if ('subquery' in part) found.push(part.subquery.plan);
    });
  }
  return found;
}

const schemaCache = new WeakMap<LogicalPlan, DFSchema>();

/** The columns of a plan. Derived without recursion: plans may be thousands of nodes deep. */
export function schemaOf(plan: LogicalPlan): DFSchema {
  const stack: LogicalPlan[] = [plan];
  for (let node = stack[stack.length - 1]; node !== undefined; node = stack[stack.length - 1]) {
    if (schemaCache.has(node)) {
      stack.pop();
      continue;
    }
    const children = logicalChildren(node);
    const missing = children.filter((child) => !schemaCache.has(child));
    if (missing.length > 0) {
      stack.push(...missing);
      continue;
    }
    schemaCache.set(
      node,
      definitions[node.kind].schema(
        node,
        children.map((child) => schemaCache.get(child)!),
      ),
    );
    stack.pop();
  }
  return schemaCache.get(plan)!;
}

/** One node as a line of EXPLAIN. */
export const displayLogicalNode = (plan: LogicalPlan): string => definitions[plan.kind].display(plan);

/** The plan as indented text, one node a line; subqueries stand under `Subquery:`. */
export function displayLogicalPlan(plan: LogicalPlan): string {
  const lines: string[] = [];
  const pending: { readonly plan: LogicalPlan; readonly depth: number; readonly subquery: boolean }[] = [
    { plan, depth: 0, subquery: false },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    let { depth } = next;
    if (next.subquery) {
      lines.push(`${'  '.repeat(depth)}Subquery:`);
      depth += 1;
    }
    lines.push(`${'  '.repeat(depth)}${displayLogicalNode(next.plan)}`);
    const below = [
      ...subqueryPlans(next.plan).map((one) => ({ plan: one, depth: depth + 1, subquery: true })),
      ...logicalChildren(next.plan).map((one) => ({ plan: one, depth: depth + 1, subquery: false })),
    ];
    for (let index = below.length - 1; index >= 0; index -= 1) pending.push(below[index]!);
  }
  return lines.join('\n');
}
