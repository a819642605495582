import { type Expr, type Field, type LogicalPlan, NotYetSupportedError, type TransactionPlan } from '@ballista-ts/core';
import { variableName } from '../../resolve/desugar.js';
import type { SqlExpr } from '../../sql/ast/expr.js';
import type {
  BeginTransaction,
  Deallocate,
  EndTransaction,
  Execute,
  Prepare,
  ResetVariable,
  SetVariable,
} from '../../sql/ast/session.js';
import type { Statement } from '../../sql/ast/statement.js';
import { bindDataType } from '../data-type.js';
import { bindExpr } from '../expression/bind-expr.js';
import type { QueryLevel, Scope } from '../scope.js';

export function bindSet(statement: SetVariable, level: QueryLevel): LogicalPlan {
  const { context } = level;
  if (statement.scope !== undefined) throw new NotYetSupportedError(`SET ${statement.scope}`);
  const [value, ...more] = statement.values;
  if (more.length > 0) throw new NotYetSupportedError('SET of one variable to several values');
  const text = settingText(value!);
  if (text === undefined) throw context.error('A setting is a word, a literal or a number with a sign', value!.span);
  return { kind: 'SetVariable', variable: variableName(statement.name), value: text };
}

/** The text of a setting's value. Words keep their case: a path or a zone may be written without quotes. */
function settingText(value: SqlExpr): string | undefined {
  switch (value.kind) {
    case 'Name':
      return value.parts.map((part) => part.value).join('.');
    case 'String':
      return value.value;
    case 'Number':
      return value.text;
    case 'Boolean':
      return String(value.value);
    case 'Null':
      return 'NULL';
    case 'Unary': {
      const inner = value.expr.kind === 'Number' ? value.expr.text : undefined;
      return inner === undefined ? undefined : value.op === '-' ? `-${inner}` : value.op === '+' ? inner : undefined;
    }
    default:
      return undefined;
  }
}

export function bindReset(statement: ResetVariable): LogicalPlan {
  if (statement.name === undefined) throw new NotYetSupportedError('RESET ALL');
  return { kind: 'ResetVariable', variable: variableName(statement.name) };
}

/** The statement with its placeholders, and their types: as declared, or found out from where they stand. */
export function bindPrepare(
  statement: Prepare,
  level: QueryLevel,
  bind: (statement: Statement, level: QueryLevel) => LogicalPlan,
): LogicalPlan {
  const { context } = level;
  const types = statement.types.map((one) => bindDataType(one, context));
  context.parameterTypes = types;
  const input = bind(statement.statement, level);
  const parameters = types.map((type, index): Field => ({ name: `$${index + 1}`, type, nullable: true }));
  return { kind: 'Prepare', name: context.name(statement.name), parameters, input };
}

export function bindExecute(statement: Execute, level: QueryLevel): LogicalPlan {
  const { context } = level;
  const scope: Scope = { level, schema: { fields: [] }, merged: [] };
  return {
    kind: 'Execute',
    name: context.name(statement.name),
    parameters: statement.args.map((one): Expr => bindExpr(one, scope)),
  };
}

export function bindDeallocate(statement: Deallocate, level: QueryLevel): LogicalPlan {
  if (statement.name === undefined) throw new NotYetSupportedError('DEALLOCATE ALL');
  return { kind: 'Deallocate', name: level.context.name(statement.name) };
}

export function bindTransaction(statement: BeginTransaction | EndTransaction): TransactionPlan {
  if (statement.kind === 'BeginTransaction') return { kind: 'TransactionStart', commit: false };
  if (statement.chain) throw new NotYetSupportedError('COMMIT or ROLLBACK AND CHAIN');
  return { kind: 'TransactionEnd', commit: statement.conclusion === 'COMMIT' };
}
