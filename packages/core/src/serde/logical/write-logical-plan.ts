import { NotYetSupportedError } from '../../errors/errors.js';
import { unreachable } from '../../errors/unreachable.js';
import { BallistaLogicalPlanNodeSchema, ExtensionExtSchema } from '../../gen/ballista_pb.js';
import * as common from '../../gen/datafusion_common_pb.js';
import * as df from '../../gen/datafusion_pb.js';
import { schemaOf } from '../../plan/logical/definitions.js';
import type { DmlOperation, DmlPlan } from '../../plan/logical/dml.js';
import type { LogicalExtension } from '../../plan/logical/extension.js';
import type { LogicalPlan } from '../../plan/logical/logical-plan.js';
import type { RepartitionPlan } from '../../plan/logical/repartition.js';
import type { UnnestPlan } from '../../plan/logical/unnest.js';
import { type EncodeOptions, wireLimits } from '../context.js';
import { tableReferenceToProto } from '../expr/table-reference.js';
import { writeExpr, writeExprs, writeSortExprs } from '../expr/write-logical-expr.js';
import { fileFormatToBytes } from '../format/file-format.js';
import { dfSchemaToProto, relationToProto } from '../types/schema.js';
import { enumMapping, message } from '../wire/message.js';
import { call, callAll, type Task } from '../wire/task.js';
import { writeMessage } from '../wire/write-message.js';
import { writeDdl } from './ddl.js';
import { writeAnalyze, writeExplain } from './explain.js';
import { writeJoin } from './join.js';
import { writeStatement } from './statement.js';
import { writeTableScan } from './table-scan.js';

type Arm = Exclude<df.LogicalPlanNode['LogicalPlanType'], { case: undefined }>;

/** "No limit" where the wire has no absence. */
const noFetch = 2n ** 63n - 1n;

export const dmlOperations = enumMapping<DmlOperation>({
  update: df.DmlNode_Type.UPDATE,
  delete: df.DmlNode_Type.DELETE,
  ctas: df.DmlNode_Type.CTAS,
  insertAppend: df.DmlNode_Type.INSERT_APPEND,
  insertOverwrite: df.DmlNode_Type.INSERT_OVERWRITE,
  insertReplace: df.DmlNode_Type.INSERT_REPLACE,
  truncate: df.DmlNode_Type.TRUNCATE,
});

/** A logical plan as a message. @throws NotYetSupportedError for an extension or table that no codec knows. */
export function* writeLogicalPlan(plan: LogicalPlan, options: EncodeOptions): Task<df.LogicalPlanNode> {
  return message(df.LogicalPlanNodeSchema, { LogicalPlanType: yield* writeArm(plan, options) });
}

function* writeArm(plan: LogicalPlan, options: EncodeOptions): Task<Arm> {
  const one = (input: LogicalPlan): Task<df.LogicalPlanNode> => call(writeLogicalPlan(input, options));
  switch (plan.kind) {
    case 'TableScan':
      return yield* writeTableScan(plan, options);
    case 'Projection':
      return {
        case: 'projection',
        value: message(df.ProjectionNodeSchema, {
          input: yield* one(plan.input),
          expr: yield* writeExprs(plan.exprs, options),
          optionalAlias: { case: undefined },
          schema: dfSchemaToProto(plan.schema),
        }),
      };
    case 'Filter':
      return {
        case: 'selection',
        value: message(df.SelectionNodeSchema, {
          input: yield* one(plan.input),
          expr: yield* call(writeExpr(plan.predicate, options)),
        }),
      };
    case 'Aggregate':
      return {
        case: 'aggregate',
        value: message(df.AggregateNodeSchema, {
          input: yield* one(plan.input),
          groupExpr: yield* writeExprs(plan.groupBy, options),
          aggrExpr: yield* writeExprs(plan.aggregates, options),
          schema: dfSchemaToProto(plan.schema),
        }),
      };
    case 'Sort':
      return {
        case: 'sort',
        value: message(df.SortNodeSchema, {
          input: yield* one(plan.input),
          expr: yield* writeSortExprs(plan.exprs, options),
          fetch: BigInt(plan.fetch ?? -1),
        }),
      };
    case 'Join':
      return { case: 'join', value: yield* writeJoin(plan, options) };
    case 'Limit':
      return {
        case: 'limit',
        value: message(df.LimitNodeSchema, {
          input: yield* one(plan.input),
          skip: BigInt(plan.skip),
          fetch: plan.fetch === undefined ? noFetch : BigInt(plan.fetch),
        }),
      };
    case 'Union':
      return {
        case: 'union',
        value: message(df.UnionNodeSchema, {
          inputs: yield* writePlans(plan.inputs, options),
          schema: dfSchemaToProto(plan.schema),
        }),
      };
    case 'Assert':
      return {
        case: 'ext',
        value: message(df.LogicalPlanExtSchema, {
          plan: {
            case: 'assert',
            value: message(df.AssertExtSchema, {
              input: yield* one(plan.input),
              predicate: yield* call(writeExpr(plan.predicate, options)),
              message: plan.message,
            }),
          },
        }),
      };
    case 'Distinct':
      return { case: 'distinct', value: message(df.DistinctNodeSchema, { input: yield* one(plan.input) }) };
    case 'DistinctOn':
      return {
        case: 'distinctOn',
        value: message(df.DistinctOnNodeSchema, {
          onExpr: yield* writeExprs(plan.on, options),
          selectExpr: yield* writeExprs(plan.select, options),
          sortExpr: yield* writeSortExprs(plan.sort, options),
          input: yield* one(plan.input),
          schema: dfSchemaToProto(plan.schema),
        }),
      };
    case 'SubqueryAlias':
      return {
        case: 'subqueryAlias',
        value: message(df.SubqueryAliasNodeSchema, {
          input: yield* one(plan.input),
          alias: tableReferenceToProto(plan.alias),
        }),
      };
    case 'Values':
      return {
        case: 'values',
        value: message(df.ValuesNodeSchema, {
          nCols: BigInt(plan.schema.fields.length),
          valuesList: yield* writeExprs(plan.rows.flat(), options),
          schema: dfSchemaToProto(plan.schema),
        }),
      };
    case 'EmptyRelation':
      return {
        case: 'emptyRelation',
        value: message(df.EmptyRelationNodeSchema, {
          produceOneRow: plan.produceOneRow,
          schema: dfSchemaToProto(plan.schema),
        }),
      };
    case 'Window':
      return {
        case: 'window',
        value: message(df.WindowNodeSchema, {
          input: yield* one(plan.input),
          windowExpr: yield* writeExprs(plan.windowExprs, options),
          schema: dfSchemaToProto(plan.schema),
        }),
      };
    case 'Repartition':
      return {
        case: 'repartition',
        value: message(df.RepartitionNodeSchema, {
          input: yield* one(plan.input),
          partitionMethod: yield* writePartitioning(plan.partitioning, options),
        }),
      };
    case 'Unnest':
      return { case: 'unnest', value: yield* writeUnnest(plan, options) };
    case 'RecursiveQuery':
      return {
        case: 'recursiveQuery',
        value: message(df.RecursiveQueryNodeSchema, {
          name: plan.name,
          staticTerm: yield* one(plan.staticTerm),
          recursiveTerm: yield* one(plan.recursiveTerm),
          isDistinct: plan.isDistinct,
        }),
      };
    case 'Explain':
      return { case: 'explain', value: yield* writeExplain(plan, options) };
    case 'Analyze':
      return { case: 'analyze', value: yield* writeAnalyze(plan, options) };
    case 'CopyTo':
      return {
        case: 'copyTo',
        value: message(df.CopyToNodeSchema, {
          input: yield* one(plan.input),
          outputUrl: plan.outputUrl,
          fileType: fileFormatToBytes(plan.format, wireLimits(options.limits)),
          partitionBy: [...plan.partitionBy],
        }),
      };
    case 'Dml':
      return { case: 'dml', value: yield* writeDml(plan, options) };
    case 'Extension':
      return {
        case: 'extension',
        value: message(df.LogicalExtensionNodeSchema, {
          node: encodeExtension(plan.extension, options),
          inputs: yield* writePlans(plan.inputs, options),
        }),
      };
    case 'CreateExternalTable':
    case 'CreateMemoryTable':
    case 'CreateView':
    case 'DropTable':
    case 'DropView':
    case 'CreateCatalog':
    case 'CreateCatalogSchema':
    case 'DropCatalogSchema':
      return yield* writeDdl(plan, options);
    case 'SetVariable':
    case 'ResetVariable':
    case 'Prepare':
    case 'Execute':
    case 'Deallocate':
    case 'TransactionStart':
    case 'TransactionEnd':
      return yield* writeStatement(plan, options);
    default:
      return unreachable(plan, 'logical plan');
  }
}

const writePlans = (plans: readonly LogicalPlan[], options: EncodeOptions): Task<df.LogicalPlanNode[]> =>
  callAll(plans, (plan) => writeLogicalPlan(plan, options));

function* writePartitioning(
  of: RepartitionPlan['partitioning'],
  options: EncodeOptions,
): Task<df.RepartitionNode['partitionMethod']> {
  if (of.kind === 'roundRobin') return { case: 'roundRobin', value: BigInt(of.partitionCount) };
  return {
    case: 'hash',
    value: message(df.HashRepartitionSchema, {
      hashExpr: yield* writeExprs(of.exprs, options),
      partitionCount: BigInt(of.partitionCount),
    }),
  };
}

function* writeUnnest(plan: UnnestPlan, options: EncodeOptions): Task<df.UnnestNode> {
  const columns = schemaOf(plan.input).fields;
  const inputColumn = (index: number): common.Column =>
    message(common.ColumnSchema, {
      name: columns[index]?.field.name ?? '',
      relation: relationToProto(columns[index]?.qualifier),
    });
  const outputColumn = (name: string): common.Column => message(common.ColumnSchema, { name, relation: undefined });
  return message(df.UnnestNodeSchema, {
    input: yield* call(writeLogicalPlan(plan.input, options)),
    execColumns: [...plan.listColumns.map((one) => one.inputIndex), ...plan.structColumns].map(inputColumn),
    listTypeColumns: plan.listColumns.map((one) =>
      message(df.ColumnUnnestListItemSchema, {
        inputIndex: one.inputIndex,
        recursion: message(df.ColumnUnnestListRecursionSchema, {
          outputColumn: outputColumn(one.outputName),
          depth: one.depth,
        }),
      }),
    ),
    structTypeColumns: plan.structColumns.map(BigInt),
    dependencyIndices: plan.dependencyIndices.map(BigInt),
    schema: dfSchemaToProto(plan.schema),
    options: message(df.UnnestOptionsSchema, { preserveNulls: plan.preserveNulls, recursions: [] }),
  });
}

/** The target travels as a scan of it. */
function* writeDml(plan: DmlPlan, options: EncodeOptions): Task<df.DmlNode> {
  const target = { kind: 'TableScan', tableName: plan.tableName, source: plan.target, filters: [] } as const;
  return message(df.DmlNodeSchema, {
    dmlType: dmlOperations.toProto(plan.operation),
    input: yield* call(writeLogicalPlan(plan.input, options)),
    tableName: tableReferenceToProto(plan.tableName),
    target: yield* call(writeLogicalPlan(target, options)),
    mergeInto: undefined,
  });
}

function encodeExtension(extension: LogicalExtension, options: EncodeOptions): Uint8Array {
  for (const codec of options.logicalCodecs ?? []) {
    const payload = codec.encode(extension);
    if (payload === undefined) continue;
    const node = message(BallistaLogicalPlanNodeSchema, {
      LogicalPlanType: { case: 'ext', value: message(ExtensionExtSchema, { type: extension.type, payload }) },
    });
    return writeMessage(BallistaLogicalPlanNodeSchema, node, wireLimits(options.limits));
  }
  throw new NotYetSupportedError(
    'sending a logical extension node without a codec',
    `register a logical codec for nodes of type ${extension.type}`,
  );
}
