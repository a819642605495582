import {
  type Catalog,
  type FunctionCatalog,
  formatTableReference,
  type LogicalPlan,
  mapPlanExprs,
  type ScalarValue,
  type SessionConfig,
  type Subquery,
  type TableProvider,
  type TableReference,
  type TableScanPlan,
  type TableSource,
  transformExpr,
  transformLogicalUp,
} from '@ballista-ts/core';
import { BindContext } from '../binder/bind-context.js';
import { bindExpr } from '../binder/expression/bind-expr.js';
import { newLevel } from '../binder/scope.js';
import type { FunctionArg } from '../sql/ast/expr.js';
import type { Statement } from '../sql/ast/statement.js';
import { desugarShow } from './desugar.js';
import { toTableReference } from './identifiers.js';
import { informationSchema, informationSchemaView, informationSchemaViews } from './information-schema/index.js';
import { viewSource } from './information-schema/view.js';
import {
  fullReference,
  type ResolvedStatement,
  type ResolvedTable,
  type ResolvedTableFunction,
  tableKey,
} from './resolved-statement.js';
import { namedTables } from './table-names.js';

export interface ResolveOptions {
  readonly config: SessionConfig;
  readonly functions: FunctionCatalog;
  /** Values of placeholders, which the arguments of table functions may use. */
  readonly parameters?: ReadonlyMap<string, ScalarValue>;
  /** Turns a call of a table function with constant arguments into a table; undefined when it knows no such function. */
  readonly tableFunction?: (
    name: string,
    args: readonly ScalarValue[],
    signal?: AbortSignal,
  ) => Promise<TableSource | undefined>;
  readonly signal?: AbortSignal;
}

/**
 * Fetches everything from outside that binding a statement needs: the tables it names, as snapshots. All I/O of planning
 * happens here; what comes out is immutable.
 *
 * Each table is asked for once, all at the same time, so that a statement sees one state of each.
 */
export async function resolve(
  statement: Statement,
  catalog: Catalog,
  options: ResolveOptions,
): Promise<ResolvedStatement> {
  const { defaultCatalog, defaultSchema } = catalog;
  const defaults = { defaultCatalog, defaultSchema };
  const desugared = desugarNested(statement, { config: options.config, ...defaults });
  const foldCase = options.config.get('datafusion.sql_parser.enable_ident_normalization');
  const named = namedTables(desugared);

  const references = new Map<string, Required<TableReference>>();
  for (const name of named.tables) {
    if (name.length > 3) continue;
    const full = fullReference(toTableReference(name, { foldCase }), defaults);
    references.set(tableKey(full), full);
  }
  const snapshots = new SourceCache(catalog, options.signal);
  const found = await Promise.all(
    [...references].map(
      async ([key, reference]) => [key, await resolveTable(reference, catalog, snapshots, options)] as const,
    ),
  );
  const tables = new Map(
    found.flatMap(([key, table]): [string, ResolvedTable][] => (table === undefined ? [] : [[key, table]])),
  );
  const known =
    tables.size === references.size ? [] : (await catalog.tables()).map((one) => nameFor(one.reference, defaults));
  const tableFunctions = await resolveFunctions(named.functions, options, { statement: desugared, ...defaults });
  options.signal?.throwIfAborted();
  return { statement: desugared, ...defaults, tables, tableFunctions, knownTables: known };
}

/** EXPLAIN SHOW TABLES explains the query behind it. */
function desugarNested(statement: Statement, environment: Parameters<typeof desugarShow>[1]): Statement {
  if (statement.kind === 'Explain' || statement.kind === 'Prepare') {
    return { ...statement, statement: desugarNested(statement.statement, environment) };
  }
  return desugarShow(statement, environment);
}

const nameFor = (
  reference: Required<TableReference>,
  defaults: { defaultCatalog: string; defaultSchema: string },
): string =>
  reference.catalog === defaults.defaultCatalog && reference.schema === defaults.defaultSchema
    ? reference.table
    : formatTableReference(reference);

/** Snapshots by provider, so that a table that is named twice, or behind a view besides, is read once. */
class SourceCache {
  private readonly sources = new Map<TableProvider, Promise<TableSource>>();
  constructor(
    readonly catalog: Catalog,
    private readonly signal: AbortSignal | undefined,
  ) {}
  resolve(provider: TableProvider): Promise<TableSource> {
    let source = this.sources.get(provider);
    if (source === undefined) {
      source = provider.resolve(this.signal === undefined ? {} : { signal: this.signal });
      this.sources.set(provider, source);
    }
    return source;
  }
}

async function resolveTable(
  reference: Required<TableReference>,
  catalog: Catalog,
  snapshots: SourceCache,
  options: ResolveOptions,
): Promise<ResolvedTable | undefined> {
  const provider = await catalog.table(reference);
  if (provider === undefined) {
    const view = reference.schema === informationSchema ? informationSchemaView(reference.table) : undefined;
    if (view === undefined || !options.config.get('datafusion.catalog.information_schema')) return undefined;
    return { kind: 'source', source: await viewSource(view, { ...options, catalog, views: informationSchemaViews }) };
  }
  if (provider.viewPlan !== undefined) return { kind: 'view', plan: await refreshScans(provider.viewPlan, snapshots) };
  return { kind: 'source', source: await snapshots.resolve(provider) };
}

/** A view was planned when it was made; its tables may have other files by now, so their snapshots are taken anew. */
async function refreshScans(plan: LogicalPlan, snapshots: SourceCache): Promise<LogicalPlan> {
  const scans = new Set<TableScanPlan>();
  mapScans(plan, (scan) => {
    scans.add(scan);
    return scan;
  });
  const fresh = new Map<TableScanPlan, TableScanPlan>();
  await Promise.all(
    [...scans].map(async (scan) => {
      if (scan.source.kind === 'cteWorkTable') return;
      const provider = await snapshots.catalog.table(fullReference(scan.tableName, snapshots.catalog));
      if (provider === undefined || provider.viewPlan !== undefined) return;
      fresh.set(scan, { ...scan, source: await snapshots.resolve(provider) });
    }),
  );
  return fresh.size === 0 ? plan : mapScans(plan, (scan) => fresh.get(scan) ?? scan);
}

/** Rewrites every scan, also those of subqueries inside expressions. */
function mapScans(plan: LogicalPlan, rewrite: (scan: TableScanPlan) => TableScanPlan): LogicalPlan {
  return transformLogicalUp(plan, (node) => {
    if (node.kind === 'TableScan') return rewrite(node);
    return mapPlanExprs(node, (expr) =>
      transformExpr(expr, (part) => {
        if (!('subquery' in part)) return part;
        const inner = mapScans(part.subquery.plan, rewrite);
        if (inner === part.subquery.plan) return part;
        const subquery: Subquery = { ...part.subquery, plan: inner };
        return { ...part, subquery };
      }),
    );
  });
}

/** Calls whose arguments are constants; others are left to the binder, which knows the built-in ones. */
async function resolveFunctions(
  calls: readonly {
    readonly name: readonly { readonly value: string; readonly quoted: boolean }[];
    readonly args: readonly FunctionArg[];
  }[],
  options: ResolveOptions,
  partial: Pick<ResolvedStatement, 'statement' | 'defaultCatalog' | 'defaultSchema'>,
): Promise<ResolvedTableFunction[]> {
  const { tableFunction } = options;
  if (tableFunction === undefined || calls.length === 0) return [];
  const context = new BindContext(
    { ...partial, tables: new Map(), tableFunctions: [], knownTables: [] },
    {
      config: options.config,
      functions: options.functions,
      ...(options.parameters !== undefined && { parameters: options.parameters }),
    },
  );
  const scope = { level: newLevel(context, undefined, new Map()), schema: { fields: [] }, merged: [] };
  const resolved = await Promise.all(
    calls.map(async (call): Promise<ResolvedTableFunction | undefined> => {
      const args: ScalarValue[] = [];
      for (const arg of call.args) {
        if (arg.kind !== 'Positional') return undefined;
        // What cannot be bound without columns is no constant; the binder says so with its place.
        if (arg.expr.kind === 'Name' || arg.expr.kind === 'Subquery') return undefined;
        const bound = bindExpr(arg.expr, scope);
        if (bound.kind !== 'Literal') return undefined;
        args.push(bound.value);
      }
      const name = call.name.map((part) => (part.quoted ? part.value : part.value.toLowerCase())).join('.');
      const source = await tableFunction(name, args, options.signal);
      return source === undefined ? undefined : { name, args, source };
    }),
  );
  return resolved.filter((one) => one !== undefined);
}
