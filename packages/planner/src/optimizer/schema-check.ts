import {
  type DFSchema,
  dataTypeEquals,
  formatColumn,
  formatDataType,
  InternalError,
  type LogicalPlan,
  type Schema,
  schemaOf,
} from '@ballista-ts/core';

/** @throws InternalError when a rule changed the columns of a plan: their number, names or types. */
export function checkSchema(rule: string, before: LogicalPlan, after: LogicalPlan): void {
  const old = schemaOf(before);
  const now = schemaOf(after);
  const difference = firstDifference(old, now);
  if (difference !== undefined) {
    throw new InternalError(
      `rule ${rule} changed the columns of the plan: ${difference}. Before: ${describe(old)}. After: ${describe(now)}`,
    );
  }
}

function firstDifference(old: DFSchema, now: DFSchema): string | undefined {
  if (old.fields.length !== now.fields.length) return `${old.fields.length} columns became ${now.fields.length}`;
  for (const [index, { field }] of old.fields.entries()) {
    const other = now.fields[index]!.field;
    if (other.name !== field.name) return `column ${field.name} became ${other.name}`;
    if (!dataTypeEquals(field.type, other.type)) {
      return `column ${field.name} of type ${formatDataType(field.type)} became ${formatDataType(other.type)}`;
    }
  }
  return undefined;
}

const describe = (of: DFSchema): string =>
  of.fields.map((one) => `${formatColumn(one)} ${formatDataType(one.field.type)}`).join(', ');

/** The same for physical plans, which have no table names. */
export function checkPhysicalSchema(rule: string, before: Schema, after: Schema): void {
  const wrap = (of: Schema): DFSchema => ({ fields: of.fields.map((field) => ({ field })) });
  const difference = firstDifference(wrap(before), wrap(after));
  if (difference !== undefined) throw new InternalError(`rule ${rule} changed the columns of the plan: ${difference}`);
}
