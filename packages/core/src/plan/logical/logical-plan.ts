import type { AggregatePlan } from './aggregate.js';
import type { AssertPlan } from './assert.js';
import type { CopyToPlan } from './copy-to.js';
import type { DdlPlan } from './ddl.js';
import type { DistinctOnPlan, DistinctPlan } from './distinct.js';
import type { DmlPlan } from './dml.js';
import type { EmptyRelationPlan } from './empty-relation.js';
import type { AnalyzePlan, ExplainPlan } from './explain.js';
import type { ExtensionPlan } from './extension.js';
import type { FilterPlan } from './filter.js';
import type { JoinPlan } from './join.js';
import type { LimitPlan } from './limit.js';
import type { ProjectionPlan } from './projection.js';
import type { RecursiveQueryPlan } from './recursive-query.js';
import type { RepartitionPlan } from './repartition.js';
import type { SortPlan } from './sort.js';
import type { StatementPlan } from './statement.js';
import type { SubqueryAliasPlan } from './subquery-alias.js';
import type { TableScanPlan } from './table-scan.js';
import type { UnionPlan } from './union.js';
import type { UnnestPlan } from './unnest.js';
import type { ValuesPlan } from './values.js';
import type { WindowPlan } from './window.js';

/** A query as relational algebra: what to compute, as plain data. */
export type LogicalPlan =
  | TableScanPlan
  | ProjectionPlan
  | FilterPlan
  | AssertPlan
  | AggregatePlan
  | SortPlan
  | JoinPlan
  | LimitPlan
  | UnionPlan
  | DistinctPlan
  | DistinctOnPlan
  | SubqueryAliasPlan
  | ValuesPlan
  | EmptyRelationPlan
  | WindowPlan
  | RepartitionPlan
  | UnnestPlan
  | RecursiveQueryPlan
  | ExplainPlan
  | AnalyzePlan
  | CopyToPlan
  | DmlPlan
  | DdlPlan
  | StatementPlan
  | ExtensionPlan;

export type LogicalPlanKind = LogicalPlan['kind'];
export type LogicalPlanOf<K extends LogicalPlanKind> = Extract<LogicalPlan, { readonly kind: K }>;
