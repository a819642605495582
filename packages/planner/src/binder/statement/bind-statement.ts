import { type LogicalPlan, NotYetSupportedError, PlanError, unreachable } from '@ballista-ts/core';
import type { ResolvedStatement } from '../../resolve/resolved-statement.js';
import type { Query } from '../../sql/ast/query.js';
import type { Statement } from '../../sql/ast/statement.js';
import { BindContext, type BindOptions } from '../bind-context.js';
import { inferPlaceholders } from '../infer-placeholders.js';
import { bindQuery } from '../query.js';
import { newLevel, type QueryLevel } from '../scope.js';
import { bindCopyTo } from './copy-to.js';
import {
  bindCreateExternalTable,
  bindCreateSchema,
  bindCreateTable,
  bindCreateView,
  bindDrop,
  bindSelectInto,
} from './ddl.js';
import { bindDescribe } from './describe.js';
import { bindDelete, bindInsert, bindTruncate, bindUpdate } from './dml.js';
import { bindExplain } from './explain.js';
import { bindDeallocate, bindExecute, bindPrepare, bindReset, bindSet, bindTransaction } from './session.js';

/**
 * Turns a resolved statement into a logical plan. Synchronous and pure: the same input gives the same plan.
 *
 * @throws PlanError with the place in the text when names, types or shapes do not fit.
 * @throws NotYetSupportedError naming the feature.
 */
export function bindStatement(resolved: ResolvedStatement, options: BindOptions): LogicalPlan {
  const level = newLevel(new BindContext(resolved, options), undefined, new Map());
  try {
    return inferPlaceholders(bindAny(resolved.statement, level), options.functions);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new PlanError('the statement nests deeper than the stack allows', undefined, { cause: error });
  }
}

function bindAny(statement: Statement, level: QueryLevel): LogicalPlan {
  const { context } = level;
  switch (statement.kind) {
    case 'Query':
      return bindTopQuery(statement, level);
    case 'Insert':
      return bindInsert(statement, level);
    case 'CopyTo':
      return bindCopyTo(statement, level);
    case 'Update':
      return bindUpdate(statement, level);
    case 'Delete':
      return bindDelete(statement, level);
    case 'Truncate':
      return bindTruncate(statement, level);
    case 'Merge':
      throw new NotYetSupportedError('MERGE');
    case 'CreateTable':
      return bindCreateTable(statement, level);
    case 'CreateExternalTable':
      return bindCreateExternalTable(statement, level);
    case 'CreateView':
      return bindCreateView(statement, level);
    case 'CreateSchema':
      return bindCreateSchema(statement, level);
    case 'CreateDatabase': {
      if (statement.name.length !== 1) throw context.error('The name of a database has one part', statement.span);
      return { kind: 'CreateCatalog', catalog: context.name(statement.name[0]!), ifNotExists: statement.ifNotExists };
    }
    case 'CreateFunction':
      throw new NotYetSupportedError('CREATE FUNCTION', 'register functions with the session instead');
    case 'CreateIndex':
      throw new NotYetSupportedError('CREATE INDEX');
    case 'Drop':
      return bindDrop(statement, level);
    case 'Explain':
      return bindExplain(statement, level, bindAny);
    case 'Describe':
      return bindDescribe(statement, level);
    case 'SetVariable':
      return bindSet(statement, level);
    case 'ResetVariable':
      return bindReset(statement);
    case 'Prepare':
      return bindPrepare(statement, level, bindAny);
    case 'Execute':
      return bindExecute(statement, level);
    case 'Deallocate':
      return bindDeallocate(statement, level);
    case 'BeginTransaction':
    case 'EndTransaction':
      return bindTransaction(statement);
    case 'ShowVariable':
    case 'ShowTables':
    case 'ShowColumns':
    case 'ShowCreate':
    case 'ShowFunctions':
      throw new PlanError('SHOW is bound as the query that `resolve` makes of it: pass its result here');
    default:
      return unreachable(statement, 'statement');
  }
}

/** A query as a statement: the only place where SELECT INTO makes sense. */
function bindTopQuery(query: Query, level: QueryLevel): LogicalPlan {
  return query.body.kind === 'Select' && query.body.into !== undefined
    ? bindSelectInto(query, level)
    : bindQuery(query, level);
}
