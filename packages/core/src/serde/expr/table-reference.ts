import type { TableReference } from '../../expr/table-reference.js';
import * as df from '../../gen/datafusion_pb.js';
import { message, unsetOneof } from '../wire/message.js';

export const tableReferenceToProto = ({ catalog, schema, table }: TableReference): df.TableReference =>
  message(df.TableReferenceSchema, {
    tableReferenceEnum:
      schema === undefined
        ? { case: 'bare', value: message(df.BareTableReferenceSchema, { table }) }
        : catalog === undefined
          ? { case: 'partial', value: message(df.PartialTableReferenceSchema, { schema, table }) }
          : { case: 'full', value: message(df.FullTableReferenceSchema, { catalog, schema, table }) },
  });

/** @throws DecodeError when no form is set. */
export function tableReferenceFromProto(proto: df.TableReference): TableReference {
  const form = proto.tableReferenceEnum;
  switch (form.case) {
    case undefined:
      throw unsetOneof(proto, 'table_reference_enum');
    case 'bare':
      return { table: form.value.table };
    case 'partial':
      return { schema: form.value.schema, table: form.value.table };
    case 'full':
      return { catalog: form.value.catalog, schema: form.value.schema, table: form.value.table };
  }
}
