import type { DFField, DFSchema } from '../../expr/df-schema.js';
import { formatTableReference, parseTableReference, type TableReference } from '../../expr/table-reference.js';
import * as common from '../../gen/datafusion_common_pb.js';
import type { Field, Schema } from '../../types/field.js';
import { message, required } from '../wire/message.js';
import { dataTypeFromProto, dataTypeToProto } from './data-type.js';

/** Free text pairs as a message carries them. */
export const metadataToProto = (metadata: ReadonlyMap<string, string> | undefined): { [key: string]: string } =>
  Object.fromEntries(metadata ?? []);

/** Metadata that is empty is absent on our side. */
export function metadataFromProto(metadata: { readonly [key: string]: string }): {
  readonly metadata?: ReadonlyMap<string, string>;
} {
  const entries = Object.entries(metadata);
  return entries.length === 0 ? {} : { metadata: new Map(entries) };
}

export const fieldToProto = (field: Field, depth = 0): common.Field =>
  message(common.FieldSchema, {
    name: field.name,
    arrowType: dataTypeToProto(field.type, depth),
    nullable: field.nullable,
    children: [],
    metadata: metadataToProto(field.metadata),
  });

export const fieldFromProto = (proto: common.Field, depth = 0): Field => ({
  name: proto.name,
  type: dataTypeFromProto(required(proto.arrowType, proto, 'arrow_type'), depth),
  nullable: proto.nullable,
  ...metadataFromProto(proto.metadata),
});

export const schemaToProto = (schema: Schema): common.Schema =>
  message(common.SchemaSchema, {
    columns: schema.fields.map((one) => fieldToProto(one)),
    metadata: metadataToProto(schema.metadata),
  });

export const schemaFromProto = (proto: common.Schema): Schema => ({
  fields: proto.columns.map((one) => fieldFromProto(one)),
  ...metadataFromProto(proto.metadata),
});

/** A column's table travels as text, quoted where needed. */
export const relationToProto = (relation: TableReference | undefined): common.ColumnRelation | undefined =>
  relation === undefined
    ? undefined
    : message(common.ColumnRelationSchema, { relation: formatTableReference(relation) });

export const relationFromProto = (proto: common.ColumnRelation | undefined): TableReference | undefined =>
  proto === undefined ? undefined : parseTableReference(proto.relation);

const dfFieldToProto = (one: DFField): common.DfField =>
  message(common.DfFieldSchema, { field: fieldToProto(one.field), qualifier: relationToProto(one.qualifier) });

function dfFieldFromProto(proto: common.DfField): DFField {
  const field = fieldFromProto(required(proto.field, proto, 'field'));
  const qualifier = relationFromProto(proto.qualifier);
  return qualifier === undefined ? { field } : { qualifier, field };
}

export const dfSchemaToProto = (schema: DFSchema): common.DfSchema =>
  message(common.DfSchemaSchema, {
    columns: schema.fields.map(dfFieldToProto),
    metadata: metadataToProto(schema.metadata),
  });

export const dfSchemaFromProto = (proto: common.DfSchema): DFSchema => ({
  fields: proto.columns.map(dfFieldFromProto),
  ...metadataFromProto(proto.metadata),
});
