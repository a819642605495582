import { DecodeError } from '../../errors/errors.js';
import { toSchema } from '../../expr/df-schema.js';
import type { Expr, SortExpr } from '../../expr/expr.js';
import { formatTableReference, parseTableReference } from '../../expr/table-reference.js';
import * as df from '../../gen/datafusion_pb.js';
import type { CreateExternalTablePlan, DdlPlan, DropPlan } from '../../plan/logical/ddl.js';
import type { DecodeOptions, EncodeOptions } from '../context.js';
import { readExpr, readSortExprs } from '../expr/read-logical-expr.js';
import { tableReferenceFromProto, tableReferenceToProto } from '../expr/table-reference.js';
import { writeExpr, writeSortExprs } from '../expr/write-logical-expr.js';
import { dfSchemaFromProto, dfSchemaToProto, metadataToProto } from '../types/schema.js';
import { message, required } from '../wire/message.js';
import { call, type Task } from '../wire/task.js';
import { readLogicalPlan } from './read-logical-plan.js';
import { writeLogicalPlan } from './write-logical-plan.js';

type Arm = Exclude<df.LogicalPlanNode['LogicalPlanType'], { case: undefined }>;

const noColumns = () => dfSchemaToProto({ fields: [] });

/** Statements that change a catalog. They are run by the session's owner, but may be sent to be explained. */
export function* writeDdl(plan: DdlPlan, options: EncodeOptions): Task<Arm> {
  switch (plan.kind) {
    case 'CreateExternalTable':
      return { case: 'createExternalTable', value: yield* writeCreateExternalTable(plan, options) };
    case 'CreateMemoryTable':
      return ext({
        case: 'createMemoryTable',
        value: message(df.CreateMemoryTableExtSchema, {
          name: tableReferenceToProto(plan.name),
          ifNotExists: plan.ifNotExists,
          orReplace: plan.orReplace,
          input: yield* call(writeLogicalPlan(plan.input, options)),
        }),
      });
    case 'CreateView':
      return {
        case: 'createView',
        value: message(df.CreateViewNodeSchema, {
          name: tableReferenceToProto(plan.name),
          input: yield* call(writeLogicalPlan(plan.input, options)),
          orReplace: plan.orReplace,
          temporary: plan.temporary,
          definition: plan.definition ?? '',
        }),
      };
    case 'DropTable':
      return ext({
        case: 'dropTable',
        value: message(df.DropTableExtSchema, { name: tableReferenceToProto(plan.name), ifExists: plan.ifExists }),
      });
    case 'DropView':
      return {
        case: 'dropView',
        value: message(df.DropViewNodeSchema, {
          name: tableReferenceToProto(plan.name),
          ifExists: plan.ifExists,
          schema: noColumns(),
        }),
      };
    case 'CreateCatalog':
      return {
        case: 'createCatalog',
        value: message(df.CreateCatalogNodeSchema, {
          catalogName: plan.catalog,
          ifNotExists: plan.ifNotExists,
          schema: noColumns(),
        }),
      };
    case 'CreateCatalogSchema':
      return {
        case: 'createCatalogSchema',
        value: message(df.CreateCatalogSchemaNodeSchema, {
          schemaName: schemaNameToText(plan),
          ifNotExists: plan.ifNotExists,
          schema: noColumns(),
        }),
      };
    case 'DropCatalogSchema':
      return ext({
        case: 'dropCatalogSchema',
        value: message(df.DropCatalogSchemaExtSchema, {
          schemaName: schemaNameToText(plan),
          ifExists: plan.ifExists,
          cascade: plan.cascade,
        }),
      });
  }
}

const ext = (plan: Exclude<df.LogicalPlanExt['plan'], { case: undefined }>): Arm => ({
  case: 'ext',
  value: message(df.LogicalPlanExtSchema, { plan }),
});

/** `catalog.schema` as one text, quoted where needed. */
const schemaNameToText = ({
  catalog,
  schemaName,
}: {
  readonly catalog?: string;
  readonly schemaName: string;
}): string =>
  formatTableReference(catalog === undefined ? { table: schemaName } : { schema: catalog, table: schemaName });

function schemaNameFromText(text: string): { readonly catalog?: string; readonly schemaName: string } {
  const { schema: catalog, table: schemaName } = parseTableReference(text);
  return catalog === undefined ? { schemaName } : { catalog, schemaName };
}

function* writeCreateExternalTable(
  plan: CreateExternalTablePlan,
  options: EncodeOptions,
): Task<df.CreateExternalTableNode> {
  const orderExprs: df.SortExprNodeCollection[] = [];
  for (const order of plan.orders) {
    orderExprs.push(message(df.SortExprNodeCollectionSchema, { sortExprNodes: yield* writeSortExprs(order, options) }));
  }
  const columnDefaults: [string, df.LogicalExprNode][] = [];
  for (const [name, expr] of plan.columnDefaults) columnDefaults.push([name, yield* call(writeExpr(expr, options))]);
  const [location, ...moreLocations] = plan.locations;
  return message(df.CreateExternalTableNodeSchema, {
    name: tableReferenceToProto(plan.name),
    location: location ?? '',
    fileType: plan.fileType,
    schema: dfSchemaToProto({
      ...(plan.schema.metadata !== undefined && { metadata: plan.schema.metadata }),
      fields: plan.schema.fields.map((field) => ({ field })),
    }),
    tablePartitionCols: [...plan.partitionColumns],
    ifNotExists: plan.ifNotExists,
    orReplace: plan.orReplace,
    temporary: plan.temporary,
    definition: plan.definition ?? '',
    orderExprs,
    unbounded: plan.unbounded,
    options: metadataToProto(plan.options),
    constraints: undefined,
    columnDefaults: Object.fromEntries(columnDefaults),
    moreLocations,
  });
}

/** Constraints are declarations that nobody enforces, so they are left out. */
export function* readCreateExternalTable(
  proto: df.CreateExternalTableNode,
  options: DecodeOptions,
): Task<CreateExternalTablePlan> {
  const orders: SortExpr[][] = [];
  for (const order of proto.orderExprs) orders.push(yield* readSortExprs(order.sortExprNodes, options));
  const columnDefaults = new Map<string, Expr>();
  for (const [name, expr] of Object.entries(proto.columnDefaults)) {
    columnDefaults.set(name, yield* call(readExpr(expr, options)));
  }
  if (proto.location === '' && proto.moreLocations.length > 0) {
    throw new DecodeError(`${proto.$typeName}.location is missing`);
  }
  return {
    kind: 'CreateExternalTable',
    name: tableReferenceFromProto(required(proto.name, proto, 'name')),
    locations: proto.location === '' ? [] : [proto.location, ...proto.moreLocations],
    fileType: proto.fileType,
    schema: toSchema(dfSchemaFromProto(required(proto.schema, proto, 'schema'))),
    partitionColumns: proto.tablePartitionCols,
    ifNotExists: proto.ifNotExists,
    orReplace: proto.orReplace,
    temporary: proto.temporary,
    unbounded: proto.unbounded,
    orders,
    options: new Map(Object.entries(proto.options)),
    columnDefaults,
    ...definition(proto.definition),
  };
}

const definition = (text: string): { readonly definition?: string } => (text === '' ? {} : { definition: text });

export function* readCreateView(proto: df.CreateViewNode, options: DecodeOptions): Task<DdlPlan> {
  return {
    kind: 'CreateView',
    name: tableReferenceFromProto(required(proto.name, proto, 'name')),
    orReplace: proto.orReplace,
    temporary: proto.temporary,
    input: yield* call(readLogicalPlan(required(proto.input, proto, 'input'), options)),
    ...definition(proto.definition),
  };
}

export function* readCreateMemoryTable(proto: df.CreateMemoryTableExt, options: DecodeOptions): Task<DdlPlan> {
  return {
    kind: 'CreateMemoryTable',
    name: tableReferenceFromProto(required(proto.name, proto, 'name')),
    ifNotExists: proto.ifNotExists,
    orReplace: proto.orReplace,
    input: yield* call(readLogicalPlan(required(proto.input, proto, 'input'), options)),
  };
}

export const readDrop = (kind: DropPlan['kind'], proto: df.DropTableExt | df.DropViewNode): DropPlan => ({
  kind,
  name: tableReferenceFromProto(required(proto.name, proto, 'name')),
  ifExists: proto.ifExists,
});

export const readCreateCatalog = (proto: df.CreateCatalogNode): DdlPlan => ({
  kind: 'CreateCatalog',
  catalog: proto.catalogName,
  ifNotExists: proto.ifNotExists,
});

export const readCreateCatalogSchema = (proto: df.CreateCatalogSchemaNode): DdlPlan => ({
  kind: 'CreateCatalogSchema',
  ...schemaNameFromText(proto.schemaName),
  ifNotExists: proto.ifNotExists,
});

export const readDropCatalogSchema = (proto: df.DropCatalogSchemaExt): DdlPlan => ({
  kind: 'DropCatalogSchema',
  ...schemaNameFromText(proto.schemaName),
  ifExists: proto.ifExists,
  cascade: proto.cascade,
});
