import type { Message } from '@bufbuild/protobuf';
import { DecodeError, NotYetSupportedError } from '../../errors/errors.js';
import { BallistaLogicalPlanNodeSchema } from '../../gen/ballista_pb.js';
import type * as df from '../../gen/datafusion_pb.js';
import { schemaOf } from '../../plan/logical/definitions.js';
import type { DmlPlan } from '../../plan/logical/dml.js';
import type { LogicalPlan } from '../../plan/logical/logical-plan.js';
import type { RepartitionPlan } from '../../plan/logical/repartition.js';
import type { UnnestPlan } from '../../plan/logical/unnest.js';
import { type DecodeOptions, wireLimits } from '../context.js';
import { readExpr, readExprs, readSortExprs } from '../expr/read-logical-expr.js';
import { tableReferenceFromProto } from '../expr/table-reference.js';
import { fileFormatFromBytes } from '../format/file-format.js';
import { dfSchemaFromProto, schemaFromProto } from '../types/schema.js';
import { required, toSafeNumber, unsetOneof } from '../wire/message.js';
import { readMessage } from '../wire/read-message.js';
import { call, callAll, type Task } from '../wire/task.js';
import {
  readCreateCatalog,
  readCreateCatalogSchema,
  readCreateExternalTable,
  readCreateMemoryTable,
  readCreateView,
  readDrop,
  readDropCatalogSchema,
} from './ddl.js';
import {
  aggregateSchema,
  exprsSchema,
  schemaOrDerived,
  unionSchema,
  valuesSchema,
  windowSchema,
} from './derive-schema.js';
import { readAnalyze, readExplain } from './explain.js';
import { readCrossJoin, readJoin } from './join.js';
import { readExecute, readPrepare, readTransaction } from './statement.js';
import {
  projectionFromProto,
  readCteWorkTableScan,
  readCustomScan,
  readEmptyTableScan,
  readListingScan,
  readMemoryScan,
  viewScan,
} from './table-scan.js';
import { dmlOperations } from './write-logical-plan.js';

/**
 * A logical plan from its message.
 *
 * @throws DecodeError for what is not a plan, PlanError when names or types do not fit, NotYetSupportedError for a feature we know of.
 */
export function* readLogicalPlan(proto: df.LogicalPlanNode, options: DecodeOptions): Task<LogicalPlan> {
  const arm = proto.LogicalPlanType;
  const { functions } = options;
  const one = (input: df.LogicalPlanNode | undefined): Task<LogicalPlan> =>
    call(readLogicalPlan(required(input, arm.value as Message, 'input'), options));
  switch (arm.case) {
    case undefined:
      throw unsetOneof(proto, 'LogicalPlanType');
    case 'listingScan':
      return yield* readListingScan(arm.value, options);
    case 'customScan':
      return yield* readCustomScan(arm.value, options);
    case 'cteWorkTableScan':
      return yield* readCteWorkTableScan(arm.value, options);
    case 'emptyTableScan':
      return yield* readEmptyTableScan(arm.value, options);
    case 'viewScan':
      return yield* readViewScan(arm.value, options);
    case 'projection': {
      const input = yield* one(arm.value.input);
      const exprs = yield* readExprs(arm.value.expr, options);
      const schema = schemaOrDerived(arm.value.schema, exprs.length, () => exprsSchema(exprs, input, functions));
      const plan: LogicalPlan = { kind: 'Projection', exprs, input, schema };
      return arm.value.optionalAlias.case === undefined
        ? plan
        : { kind: 'SubqueryAlias', alias: { table: arm.value.optionalAlias.value }, input: plan };
    }
    case 'selection':
      return {
        kind: 'Filter',
        input: yield* one(arm.value.input),
        predicate: yield* call(readExpr(required(arm.value.expr, arm.value, 'expr'), options)),
      };
    case 'aggregate': {
      const input = yield* one(arm.value.input);
      const groupBy = yield* readExprs(arm.value.groupExpr, options);
      const aggregates = yield* readExprs(arm.value.aggrExpr, options);
      const width = groupBy[0]?.kind === 'GroupingSet' ? undefined : groupBy.length + aggregates.length;
      const schema = schemaOrDerived(arm.value.schema, width, () =>
        aggregateSchema(groupBy, aggregates, input, functions),
      );
      return { kind: 'Aggregate', groupBy, aggregates, input, schema };
    }
    case 'sort': {
      const input = yield* one(arm.value.input);
      const exprs = yield* readSortExprs(arm.value.expr, options);
      const { fetch } = arm.value;
      return { kind: 'Sort', exprs, ...(fetch >= 0n && { fetch: toSafeNumber(fetch, arm.value, 'fetch') }), input };
    }
    case 'join':
      return yield* readJoin(arm.value, options);
    case 'crossJoin':
      return yield* readCrossJoin(arm.value, options);
    case 'limit': {
      const { skip, fetch } = arm.value;
      // Beyond 2^53 rows there is no limit: senders write the largest number for none.
      const limited = fetch >= 0n && fetch <= BigInt(Number.MAX_SAFE_INTEGER);
      return {
        kind: 'Limit',
        skip: skip <= 0n ? 0 : toSafeNumber(skip, arm.value, 'skip'),
        ...(limited && { fetch: Number(fetch) }),
        input: yield* one(arm.value.input),
      };
    }
    case 'union': {
      const inputs = yield* callAll(arm.value.inputs, (input) => readLogicalPlan(input, options));
      if (inputs.length < 2) throw new DecodeError(`${arm.value.$typeName}.inputs has ${inputs.length} entries`);
      const { schema } = arm.value;
      return { kind: 'Union', inputs, schema: schemaOrDerived(schema, undefined, () => unionSchema(inputs)) };
    }
    case 'distinct':
      return { kind: 'Distinct', input: yield* one(arm.value.input) };
    case 'distinctOn': {
      const input = yield* one(arm.value.input);
      const on = yield* readExprs(arm.value.onExpr, options);
      const select = yield* readExprs(arm.value.selectExpr, options);
      const sort = yield* readSortExprs(arm.value.sortExpr, options);
      const schema = schemaOrDerived(arm.value.schema, select.length, () => exprsSchema(select, input, functions));
      return { kind: 'DistinctOn', on, select, sort, input, schema };
    }
    case 'subqueryAlias':
      return {
        kind: 'SubqueryAlias',
        alias: tableReferenceFromProto(required(arm.value.alias, arm.value, 'alias')),
        input: yield* one(arm.value.input),
      };
    case 'values':
      return yield* readValues(arm.value, options);
    case 'emptyRelation': {
      const { produceOneRow, schema } = arm.value;
      return {
        kind: 'EmptyRelation',
        produceOneRow,
        schema: schemaOrDerived(schema, undefined, () => ({ fields: [] })),
      };
    }
    case 'window': {
      const input = yield* one(arm.value.input);
      const windowExprs = yield* readExprs(arm.value.windowExpr, options);
      const schema = schemaOrDerived(arm.value.schema, undefined, () => windowSchema(windowExprs, input, functions));
      return { kind: 'Window', windowExprs, input, schema };
    }
    case 'repartition':
      return {
        kind: 'Repartition',
        partitioning: yield* readPartitioning(arm.value, options),
        input: yield* one(arm.value.input),
      };
    case 'unnest':
      return yield* readUnnest(arm.value, options);
    case 'recursiveQuery':
      return {
        kind: 'RecursiveQuery',
        name: arm.value.name,
        staticTerm: yield* call(readLogicalPlan(required(arm.value.staticTerm, arm.value, 'static_term'), options)),
        recursiveTerm: yield* call(
          readLogicalPlan(required(arm.value.recursiveTerm, arm.value, 'recursive_term'), options),
        ),
        isDistinct: arm.value.isDistinct,
      };
    case 'explain':
      return yield* readExplain(arm.value, options);
    case 'analyze':
      return yield* readAnalyze(arm.value, options);
    case 'copyTo':
      return {
        kind: 'CopyTo',
        input: yield* one(arm.value.input),
        outputUrl: arm.value.outputUrl,
        format: fileFormatFromBytes(arm.value.fileType, wireLimits(options.limits)),
        partitionBy: arm.value.partitionBy,
      };
    case 'dml':
      return yield* readDml(arm.value, options);
    case 'extension':
      return yield* readExtension(arm.value, options);
    case 'createExternalTable':
      return yield* readCreateExternalTable(arm.value, options);
    case 'createView':
      return yield* readCreateView(arm.value, options);
    case 'createCatalog':
      return readCreateCatalog(arm.value);
    case 'createCatalogSchema':
      return readCreateCatalogSchema(arm.value);
    case 'dropView':
      return readDrop('DropView', arm.value);
    case 'prepare':
      return yield* readPrepare(arm.value, options);
    case 'ext':
      return yield* readExt(arm.value, options);
  }
}

function* readExt(proto: df.LogicalPlanExt, options: DecodeOptions): Task<LogicalPlan> {
  const arm = proto.plan;
  switch (arm.case) {
    case undefined:
      throw unsetOneof(proto, 'plan');
    case 'memoryScan':
      return yield* readMemoryScan(arm.value, options);
    case 'createMemoryTable':
      return yield* readCreateMemoryTable(arm.value, options);
    case 'dropTable':
      return readDrop('DropTable', arm.value);
    case 'dropCatalogSchema':
      return readDropCatalogSchema(arm.value);
    case 'setVariable':
      return { kind: 'SetVariable', variable: arm.value.variable, value: arm.value.value };
    case 'resetVariable':
      return { kind: 'ResetVariable', variable: arm.value.variable };
    case 'execute':
      return yield* readExecute(arm.value, options);
    case 'deallocate':
      return { kind: 'Deallocate', name: arm.value.name };
    case 'transaction':
      return readTransaction(arm.value);
    case 'assert':
      return {
        kind: 'Assert',
        predicate: yield* call(readExpr(required(arm.value.predicate, arm.value, 'predicate'), options)),
        message: arm.value.message,
        input: yield* call(readLogicalPlan(required(arm.value.input, arm.value, 'input'), options)),
      };
  }
}

/** A view is the plan behind it, seen under its name. */
function* readViewScan(proto: df.ViewTableScanNode, options: DecodeOptions): Task<LogicalPlan> {
  const tableName = tableReferenceFromProto(required(proto.tableName, proto, 'table_name'));
  const input = yield* call(readLogicalPlan(required(proto.input, proto, 'input'), options));
  const { projection } = projectionFromProto(
    proto.projection,
    schemaFromProto(required(proto.schema, proto, 'schema')),
  );
  if (projection === undefined) return viewScan(tableName, input);
  const columns = schemaOf(input).fields;
  const chosen = projection.map((index) => {
    const column = columns[index];
    if (column === undefined) throw new DecodeError(`${proto.$typeName} asks for column ${index} of ${columns.length}`);
    return column;
  });
  return viewScan(tableName, {
    kind: 'Projection',
    exprs: chosen.map(({ qualifier, field }) =>
      qualifier === undefined
        ? { kind: 'Column', name: field.name }
        : { kind: 'Column', relation: qualifier, name: field.name },
    ),
    input,
    schema: { fields: chosen },
  });
}

function* readValues(proto: df.ValuesNode, options: DecodeOptions): Task<LogicalPlan> {
  const width = toSafeNumber(proto.nCols, proto, 'n_cols');
  const cells = yield* readExprs(proto.valuesList, options);
  if (width === 0 ? cells.length > 0 : cells.length % width !== 0) {
    throw new DecodeError(`${proto.$typeName} has ${cells.length} values for rows of ${width} columns`);
  }
  const rows = Array.from({ length: width === 0 ? 0 : cells.length / width }, (_, row) =>
    cells.slice(row * width, (row + 1) * width),
  );
  // Without rows nothing is said about the width, so it must not be trusted to size anything.
  const schema = schemaOrDerived(proto.schema, rows.length === 0 ? undefined : width, () =>
    valuesSchema(rows, rows.length === 0 ? 0 : width, options.functions),
  );
  return { kind: 'Values', rows, schema };
}

function* readPartitioning(proto: df.RepartitionNode, options: DecodeOptions): Task<RepartitionPlan['partitioning']> {
  const method = proto.partitionMethod;
  switch (method.case) {
    case undefined:
      throw unsetOneof(proto, 'partition_method');
    case 'roundRobin':
      return { kind: 'roundRobin', partitionCount: toSafeNumber(method.value, proto, 'round_robin') };
    case 'hash':
      return {
        kind: 'hash',
        exprs: yield* readExprs(method.value.hashExpr, options),
        partitionCount: toSafeNumber(method.value.partitionCount, method.value, 'partition_count'),
      };
    case 'range':
      throw new NotYetSupportedError('repartitioning by range in a logical plan');
  }
}

function* readUnnest(proto: df.UnnestNode, options: DecodeOptions): Task<UnnestPlan> {
  return {
    kind: 'Unnest',
    input: yield* call(readLogicalPlan(required(proto.input, proto, 'input'), options)),
    listColumns: proto.listTypeColumns.map((one) => {
      const recursion = required(one.recursion, one, 'recursion');
      return {
        inputIndex: one.inputIndex,
        outputName: required(recursion.outputColumn, recursion, 'output_column').name,
        depth: recursion.depth,
      };
    }),
    structColumns: proto.structTypeColumns.map((one) => toSafeNumber(one, proto, 'struct_type_columns')),
    dependencyIndices: proto.dependencyIndices.map((one) => toSafeNumber(one, proto, 'dependency_indices')),
    preserveNulls: required(proto.options, proto, 'options').preserveNulls,
    schema: dfSchemaFromProto(required(proto.schema, proto, 'schema')),
  };
}

function* readDml(proto: df.DmlNode, options: DecodeOptions): Task<DmlPlan> {
  if (proto.mergeInto !== undefined) throw new NotYetSupportedError('MERGE INTO');
  const input = yield* call(readLogicalPlan(required(proto.input, proto, 'input'), options));
  const target = yield* call(readLogicalPlan(required(proto.target, proto, 'target'), options));
  if (target.kind !== 'TableScan')
    throw new DecodeError(`${proto.$typeName}.target is a ${target.kind} and not a table`);
  return {
    kind: 'Dml',
    operation: dmlOperations.fromProto(proto.dmlType, proto, 'dml_type'),
    tableName: tableReferenceFromProto(required(proto.tableName, proto, 'table_name')),
    target: target.source,
    input,
  };
}

function* readExtension(proto: df.LogicalExtensionNode, options: DecodeOptions): Task<LogicalPlan> {
  const inputs = yield* callAll(proto.inputs, (input) => readLogicalPlan(input, options));
  const node = readMessage(BallistaLogicalPlanNodeSchema, proto.node, wireLimits(options.limits)).LogicalPlanType;
  switch (node.case) {
    case undefined:
      throw new DecodeError(`${proto.$typeName}.node is not a node of Ballista's`);
    case 'cacheNode':
      throw new NotYetSupportedError('a cache node in a logical plan');
    case 'ext': {
      const { type, payload } = node.value;
      for (const codec of options.logicalCodecs ?? []) {
        const extension = codec.decode(type, payload, inputs);
        if (extension !== undefined) return { kind: 'Extension', extension, inputs };
      }
      throw new NotYetSupportedError(
        'receiving a logical extension node without a codec',
        `register a logical codec for nodes of type ${type}`,
      );
    }
  }
}
