import type { DataType } from './data-type.js';

/** A named, typed slot of a schema or of a nested type. */
export interface Field {
  readonly name: string;
  readonly type: DataType;
  readonly nullable: boolean;
  /** Free text pairs that travel with the field; absent when there are none. */
  readonly metadata?: ReadonlyMap<string, string>;
}

/** The columns of a batch, file or physical plan. Names may repeat. */
export interface Schema {
  readonly fields: readonly Field[];
  readonly metadata?: ReadonlyMap<string, string>;
}

export const field = (name: string, type: DataType, nullable = true): Field => ({ name, type, nullable });
export const schema = (fields: readonly Field[]): Schema => ({ fields });
export const emptySchema: Schema = Object.freeze({ fields: Object.freeze([]) });

/** Position of the first column with that exact name, or -1. */
export const fieldIndex = (of: Schema, name: string): number =>
  of.fields.findIndex((candidate) => candidate.name === name);

/** The schema with the columns at `indices`, in that order. */
export const projectSchema = (of: Schema, indices: readonly number[]): Schema => ({
  ...of,
  fields: indices.map((index) => {
    const found = of.fields[index];
    if (found === undefined) throw new RangeError(`column ${index} of a schema with ${of.fields.length} columns`);
    return found;
  }),
});
