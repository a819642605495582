import * as common from '../gen/datafusion_common_pb.js';
import { absent, type ColumnStatistics, type Precision, type Statistics, unknownColumn } from '../plan/statistics.js';
import type { DataType } from '../types/data-type.js';
import { dataTypeEquals } from '../types/equality.js';
import type { Schema } from '../types/field.js';
import type { Value } from '../types/scalar-value.js';
import { scalarValueFromProto, scalarValueToProto } from './scalar/scalar-value.js';
import { enumMapping, message, required } from './wire/message.js';

const qualities = enumMapping<Precision<unknown>['kind']>({
  exact: common.PrecisionInfo.EXACT,
  inexact: common.PrecisionInfo.INEXACT,
  absent: common.PrecisionInfo.ABSENT,
});

const noScalar = (): common.ScalarValue => message(common.ScalarValueSchema, { value: { case: undefined } });

/** What is not known travels as ABSENT with an empty scalar, never as zero. */
const precisionToProto = <T>(of: Precision<T>, value: (known: T) => common.ScalarValue): common.Precision =>
  message(common.PrecisionSchema, {
    precisionInfo: qualities.toProto(of.kind),
    val: of.kind === 'absent' ? noScalar() : value(of.value),
  });

const countToProto = (of: Precision<number>): common.Precision =>
  precisionToProto(of, (count) =>
    scalarValueToProto({ type: { kind: 'UInt64' }, value: BigInt(Math.max(0, Math.round(count))) }),
  );

const valueToProto = (of: Precision<Value>, type: DataType): common.Precision =>
  precisionToProto(of, (value) => scalarValueToProto({ type, value }));

const columnToProto = (of: ColumnStatistics, type: DataType): common.ColumnStats =>
  message(common.ColumnStatsSchema, {
    minValue: valueToProto(of.min, type),
    maxValue: valueToProto(of.max, type),
    sumValue: precisionToProto(absent, noScalar),
    nullCount: countToProto(of.nullCount),
    distinctCount: countToProto(of.distinctCount),
    byteSize: countToProto(of.byteSize),
  });

/** Statistics over the columns of a schema, whose types the minima and maxima have. */
export const statisticsToProto = (of: Statistics, schema: Schema): common.Statistics =>
  message(common.StatisticsSchema, {
    numRows: countToProto(of.numRows),
    totalByteSize: countToProto(of.totalByteSize),
    columnStats: schema.fields.map((one, index) => columnToProto(of.columns[index] ?? unknownColumn, one.type)),
  });

function precisionFromProto<T>(
  proto: common.Precision | undefined,
  value: (scalar: common.ScalarValue) => T | undefined,
): Precision<T> {
  if (proto === undefined) return absent;
  const kind = qualities.fromProto(proto.precisionInfo, proto, 'precision_info');
  if (kind === 'absent') return absent;
  const known = value(required(proto.val, proto, 'val'));
  return known === undefined ? absent : { kind, value: known };
}

const countFromProto = (proto: common.Precision | undefined): Precision<number> =>
  precisionFromProto(proto, (scalar) => {
    const { value } = scalarValueFromProto(scalar);
    // A count that is no number, or too large to be exact, is no use to anybody: it is only ever a hint.
    const count = typeof value === 'bigint' ? Number(value) : value;
    return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
  });

/** A bound of another type than the column's cannot be compared with its values, so it is as good as none. */
const valueFromProto = (proto: common.Precision | undefined, type: DataType): Precision<Value> =>
  precisionFromProto(proto, (scalar) => {
    const found = scalarValueFromProto(scalar);
    return dataTypeEquals(found.type, type) ? found.value : undefined;
  });

const columnFromProto = (proto: common.ColumnStats, type: DataType): ColumnStatistics => ({
  nullCount: countFromProto(proto.nullCount),
  min: valueFromProto(proto.minValue, type),
  max: valueFromProto(proto.maxValue, type),
  distinctCount: countFromProto(proto.distinctCount),
  byteSize: countFromProto(proto.byteSize),
});

export const statisticsFromProto = (proto: common.Statistics, schema: Schema): Statistics => ({
  numRows: countFromProto(proto.numRows),
  totalByteSize: countFromProto(proto.totalByteSize),
  columns: schema.fields.map((one, index) => {
    const column = proto.columnStats[index];
    return column === undefined ? unknownColumn : columnFromProto(column, one.type);
  }),
});
