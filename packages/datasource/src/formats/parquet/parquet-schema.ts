import { type DataType, DecodeError, type Field, field, list, type Schema, struct } from '@ballista-ts/core';
import { applyArrowHint, arrowSchemaHint } from './arrow-schema-hint.js';
import type { ParquetFooter } from './footer-types.js';
import { primitiveType } from './primitive-type.js';
import { type SchemaNode, schemaTree } from './schema-tree.js';

/** Where a column of the table lies among the columns of the file. */
export interface ParquetColumn {
  readonly field: Field;
  /** Positions in a row group's `columns`; several for nested types. */
  readonly firstLeaf: number;
  readonly leafCount: number;
  readonly node: SchemaNode;
}

/** A file's columns as we see them. */
export interface ParquetSchema {
  readonly schema: Schema;
  /** One per field of the schema. */
  readonly columns: readonly ParquetColumn[];
}

/**
 * The columns of a file. Where the writer left its Arrow schema in the file, details that Parquet cannot say (time zones, large
 * strings, durations) are taken from there; key/value metadata of the file is not taken over.
 * @throws DecodeError
 */
export function parquetSchema(footer: ParquetFooter): ParquetSchema {
  const root = schemaTree(footer.elements);
  const hint = arrowSchemaHint(footer.keyValues);
  const columns = root.children.map((node, index): ParquetColumn => {
    const plain = fieldOf(node);
    const hinted = hint?.[index];
    const known = hinted?.name === plain.name ? applyArrowHint(plain, hinted) : plain;
    return { field: known, firstLeaf: node.firstLeaf, leafCount: node.leafCount, node };
  });
  return { schema: { fields: columns.map((column) => column.field) }, columns };
}

function fieldOf(node: SchemaNode): Field {
  const { element } = node;
  // A repeated field outside of an annotated group is a list of its own, without nulls.
  if (element.repetition === 'REPEATED') {
    return field(element.name, list(typeOf(node), false), false);
  }
  return field(element.name, typeOf(node), element.repetition === 'OPTIONAL');
}

function typeOf(node: SchemaNode): DataType {
  const { element } = node;
  if (element.physicalType !== undefined) return primitiveType(element);
  switch (element.logicalType?.kind) {
    case 'List':
      return listType(node);
    case 'Map':
      return mapType(node);
    default:
      return structType(node);
  }
}

function structType({ element, children }: SchemaNode): DataType {
  if (children.length === 0) throw new DecodeError(`group ${element.name} has no columns`);
  return struct(children.map(fieldOf));
}

/**
 * A list: a group around a repeated group around the item. Old writers left the middle out or wrote tuples; the rules to tell
 * them apart are those of the format's specification.
 */
function listType(node: SchemaNode): DataType {
  const [repeated, ...more] = node.children;
  const { name } = node.element;
  if (repeated === undefined || more.length > 0 || repeated.element.repetition !== 'REPEATED') {
    throw new DecodeError(`list ${name} is not a group around one repeated field`);
  }
  const [item, ...others] = repeated.children;
  const isItemItself =
    item === undefined ||
    others.length > 0 ||
    item.element.repetition === 'REPEATED' ||
    repeated.element.name === 'array' ||
    repeated.element.name === `${name}_tuple`;
  return isItemItself
    ? { kind: 'List', field: field(repeated.element.name, typeOf(repeated), false) }
    : { kind: 'List', field: fieldOf(item) };
}

function mapType(node: SchemaNode): DataType {
  const [entries, ...more] = node.children;
  const { name } = node.element;
  const [key, value, ...others] = entries?.children ?? [];
  if (entries === undefined || more.length > 0 || entries.element.repetition !== 'REPEATED' || others.length > 0) {
    throw new DecodeError(`map ${name} is not a group around repeated keys and values`);
  }
  if (key === undefined) throw new DecodeError(`map ${name} has no keys`);
  // A map without values is a set, which we see as a list of its keys.
  if (value === undefined) return { kind: 'List', field: field(key.element.name, typeOf(key), false) };
  return {
    kind: 'Map',
    keysSorted: false,
    entries: field(
      entries.element.name,
      // Keys are never null, even where a writer declared them optional.
      struct([{ ...fieldOf(key), nullable: false }, fieldOf(value)]),
      false,
    ),
  };
}
