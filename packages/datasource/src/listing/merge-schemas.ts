import { dataTypeEquals, type Field, formatDataType, PlanError, type Schema } from '@ballista-ts/core';

/** The columns of one file. */
export interface FileSchema {
  readonly path: string;
  readonly schema: Schema;
}

/**
 * The columns of all files together, by name, in the order in which they first appear. A column is nullable when it is in any
 * file, or when a file lacks it.
 * @throws PlanError when a file has a name twice, or two files have it with different types
 */
export function mergeFileSchemas(files: readonly FileSchema[]): Schema {
  const merged = new Map<string, { field: Field; path: string; count: number }>();
  for (const { path, schema } of files) {
    const names = new Set<string>();
    for (const field of schema.fields) {
      if (names.has(field.name)) throw new PlanError(`${path} has the column ${field.name} twice`);
      names.add(field.name);
      const known = merged.get(field.name);
      if (known === undefined) {
        merged.set(field.name, { field, path, count: 1 });
        continue;
      }
      if (!dataTypeEquals(known.field.type, field.type)) {
        throw new PlanError(
          `column ${field.name} has the type ${formatDataType(known.field.type)} in ${known.path}, but ${formatDataType(field.type)} in ${path}; ` +
            'declare the columns of the table to have one of them converted',
        );
      }
      known.count += 1;
      if (field.nullable && !known.field.nullable) known.field = { ...known.field, nullable: true };
    }
  }
  return {
    fields: [...merged.values()].map(({ field, count }) =>
      count < files.length && !field.nullable ? { ...field, nullable: true } : field,
    ),
  };
}
