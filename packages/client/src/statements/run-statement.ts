import {
  type DdlPlan,
  formatTableReference,
  type LogicalPlan,
  NotYetSupportedError,
  PlanError,
  type StatementPlan,
  schemaOf,
  toSchema,
  unreachable,
} from '@ballista-ts/core';
import type { RecordBatch } from 'apache-arrow';
import type { SessionState } from '../session-state.js';
import { externalTable } from './create-external-table.js';
import { memoryTable } from './memory-table.js';

const ddlKinds = new Set<LogicalPlan['kind']>([
  'CreateExternalTable',
  'CreateMemoryTable',
  'CreateView',
  'DropTable',
  'DropView',
  'CreateCatalog',
  'CreateCatalogSchema',
  'DropCatalogSchema',
]);
const statementKinds = new Set<LogicalPlan['kind']>([
  'SetVariable',
  'ResetVariable',
  'Prepare',
  'Execute',
  'Deallocate',
  'TransactionStart',
  'TransactionEnd',
]);

/** Whether a statement changes the session and gives no rows. Such statements never leave the client. */
export const isSessionStatement = (plan: LogicalPlan): plan is DdlPlan | StatementPlan =>
  ddlKinds.has(plan.kind) || statementKinds.has(plan.kind);

/** Does what a session statement says. `collect` runs a query, for CREATE TABLE AS. */
export async function runSessionStatement(
  plan: DdlPlan | StatementPlan,
  session: SessionState,
  collect: (plan: LogicalPlan) => Promise<RecordBatch[]>,
): Promise<void> {
  const { catalog } = session;
  switch (plan.kind) {
    case 'CreateExternalTable':
      if (plan.ifNotExists && catalog.get(plan.name) !== undefined) return;
      catalog.register(
        plan.name,
        await externalTable(plan, session.listing, session.config),
        plan.orReplace ? 'replace' : 'fail',
      );
      return;
    case 'CreateMemoryTable':
      if (plan.ifNotExists && catalog.get(plan.name) !== undefined) return;
      if (!plan.orReplace && catalog.get(plan.name) !== undefined)
        throw new PlanError(`the table ${formatTableReference(plan.name)} already exists`);
      catalog.register(
        plan.name,
        memoryTable(toSchema(schemaOf(plan.input)), await collect(plan.input)),
        plan.orReplace ? 'replace' : 'fail',
      );
      return;
    case 'CreateView':
      catalog.register(
        plan.name,
        {
          schema: toSchema(schemaOf(plan.input)),
          tableType: 'VIEW',
          viewPlan: plan.input,
          ...(plan.definition !== undefined && { definition: plan.definition }),
          resolve: () =>
            Promise.reject(new PlanError(`${formatTableReference(plan.name)} is a view and has no files of its own`)),
        },
        plan.orReplace ? 'replace' : 'fail',
      );
      return;
    case 'DropTable':
    case 'DropView': {
      const wanted = plan.kind === 'DropView';
      const found = catalog.get(plan.name);
      if (found === undefined || (found.tableType === 'VIEW') !== wanted) {
        if (plan.ifExists && found === undefined) return;
        throw new PlanError(`there is no ${wanted ? 'view' : 'table'} ${formatTableReference(plan.name)}`);
      }
      catalog.deregister(plan.name);
      return;
    }
    case 'CreateCatalog':
      catalog.createCatalog(plan.catalog, plan.ifNotExists);
      return;
    case 'CreateCatalogSchema':
      catalog.createSchema(plan.catalog, plan.schemaName, plan.ifNotExists);
      return;
    case 'DropCatalogSchema':
      catalog.dropSchema(plan.catalog, plan.schemaName, plan);
      return;
    case 'SetVariable':
      session.config = session.config.setText(configKey(plan.variable), plan.value);
      return;
    case 'ResetVariable':
      session.config = session.config.reset(configKey(plan.variable));
      return;
    case 'Prepare':
    case 'Execute':
    case 'Deallocate':
      throw new NotYetSupportedError('PREPARE, EXECUTE and DEALLOCATE');
    case 'TransactionStart':
    case 'TransactionEnd':
      throw new NotYetSupportedError('transactions');
    default:
      return unreachable(plan, 'statement');
  }
}

/** `SET TIMEZONE` means the session's time zone key. */
function configKey(variable: string): string {
  const key = variable.toLowerCase();
  return key === 'timezone' || key === 'time.zone' ? 'datafusion.execution.time_zone' : key;
}
