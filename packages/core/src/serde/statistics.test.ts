import { create } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as common from '../gen/datafusion_common_pb.js';
import { absent, exact, inexact, unknownColumn, unknownStatistics } from '../plan/statistics.js';
import { Int64, Utf8 } from '../types/data-type.js';
import { field } from '../types/field.js';
import { scalarValueToProto } from './scalar/scalar-value.js';
import { statisticsFromProto, statisticsToProto } from './statistics.js';
import { statisticsFor, tableSchema } from './testing/arbitrary-plans.js';

const schema = { fields: [field('a', Int64)] };

describe('statistics on the wire', () => {
  test('come back, known or not, exact or not', () => {
    fc.assert(
      fc.property(
        tableSchema('c').chain((of) => statisticsFor(of).map((statistics) => ({ of, statistics }))),
        ({ of, statistics }) => {
          expect(statisticsFromProto(statisticsToProto(statistics, of), of)).toEqual(statistics);
        },
      ),
    );
  });

  test('what is not known is absent, with an empty scalar, and never zero', () => {
    const proto = statisticsToProto(unknownStatistics(1), schema);
    expect(proto.numRows).toMatchObject({
      precisionInfo: common.PrecisionInfo.ABSENT,
      val: { value: { case: undefined } },
    });
    expect(proto.columnStats[0]?.sumValue?.precisionInfo).toBe(common.PrecisionInfo.ABSENT);
  });

  test('a NULL bound is a bound', () => {
    const statistics = {
      numRows: exact(1),
      totalByteSize: inexact(2),
      columns: [{ ...unknownColumn, min: exact(null), max: exact(-5n) }],
    };
    expect(statisticsFromProto(statisticsToProto(statistics, schema), schema)).toEqual(statistics);
  });

  test('bounds of another type, counts that are none and columns that are missing are as good as absent', () => {
    const proto = create(common.StatisticsSchema, {
      numRows: { val: scalarValueToProto({ type: Utf8, value: 'many' }) },
      totalByteSize: { val: scalarValueToProto({ type: { kind: 'UInt64' }, value: 2n ** 63n }) },
      columnStats: [{ minValue: { val: scalarValueToProto({ type: Utf8, value: 'x' }) } }],
    });
    expect(statisticsFromProto(proto, { fields: [...schema.fields, field('b', Utf8)] })).toEqual({
      numRows: absent,
      totalByteSize: absent,
      columns: [unknownColumn, unknownColumn],
    });
  });

  test('an unknown quality is refused', () => {
    const proto = create(common.StatisticsSchema, { numRows: { precisionInfo: 9 as never } });
    expect(() => statisticsFromProto(proto, schema)).toThrow(
      'datafusion_common.Precision.precision_info has the unknown value 9',
    );
  });
});
