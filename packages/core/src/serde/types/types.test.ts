import { create } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as common from '../../gen/datafusion_common_pb.js';
import type { DataType } from '../../types/data-type.js';
import { Int64, list } from '../../types/data-type.js';
import { anyDFSchema, anySchema, anyType } from '../testing/arbitrary-types.js';
import { defaultWireLimits } from '../wire/limits.js';
import { readMessage } from '../wire/read-message.js';
import { writeMessage } from '../wire/write-message.js';
import { dataTypeFromProto, dataTypeToProto } from './data-type.js';
import { dfSchemaFromProto, dfSchemaToProto, schemaFromProto, schemaToProto } from './schema.js';

describe('types and schemas on the wire', () => {
  test('every type comes back as it was', () => {
    fc.assert(
      fc.property(anyType(3), (type) => {
        const bytes = writeMessage(common.ArrowTypeSchema, dataTypeToProto(type), defaultWireLimits);
        expect(dataTypeFromProto(readMessage(common.ArrowTypeSchema, bytes, defaultWireLimits))).toEqual(type);
      }),
      { numRuns: 300 },
    );
  });

  test('every schema comes back with its metadata', () => {
    fc.assert(
      fc.property(anySchema, (schema) => {
        const bytes = writeMessage(common.SchemaSchema, schemaToProto(schema), defaultWireLimits);
        expect(schemaFromProto(readMessage(common.SchemaSchema, bytes, defaultWireLimits))).toEqual(schema);
      }),
    );
  });

  test('every logical schema comes back with its qualifiers, however they must be quoted', () => {
    fc.assert(
      fc.property(anyDFSchema, (schema) => {
        const bytes = writeMessage(common.DfSchemaSchema, dfSchemaToProto(schema), defaultWireLimits);
        expect(dfSchemaFromProto(readMessage(common.DfSchemaSchema, bytes, defaultWireLimits))).toEqual(schema);
      }),
    );
  });

  test('a type without an arm, a time of the wrong unit and a list without a field are refused by name', () => {
    const type = (arm: object): common.ArrowType => create(common.ArrowTypeSchema, { arrowTypeEnum: arm as never });
    expect(() => dataTypeFromProto(create(common.ArrowTypeSchema))).toThrow(
      'datafusion_common.ArrowType.arrow_type_enum is not set',
    );
    expect(() => dataTypeFromProto(type({ case: 'TIME32', value: common.TimeUnit.Nanosecond }))).toThrow(
      'datafusion_common.ArrowType.TIME32 cannot have the unit nanosecond',
    );
    expect(() => dataTypeFromProto(type({ case: 'DURATION', value: 9 }))).toThrow(
      'datafusion_common.ArrowType.DURATION has the unknown value 9',
    );
    expect(() => dataTypeFromProto(type({ case: 'LIST', value: create(common.ListSchema) }))).toThrow(
      'datafusion_common.List.field_type is missing',
    );
    expect(() => dataTypeFromProto(type({ case: 'FIXEDSIZEBINARY', value: -1 }))).toThrow('FIXED_SIZE_BINARY is -1');
  });

  test('types nest 64 levels and no deeper, both ways', () => {
    const nest = (levels: number): DataType => {
      let type: DataType = Int64;
      for (let level = 0; level < levels; level += 1) type = list(type);
      return type;
    };
    expect(dataTypeFromProto(dataTypeToProto(nest(64)))).toEqual(nest(64));
    expect(() => dataTypeToProto(nest(65))).toThrow('type is nested deeper than 64 levels');
    let proto = dataTypeToProto(nest(64));
    proto = create(common.ArrowTypeSchema, {
      arrowTypeEnum: { case: 'LIST', value: { fieldType: { name: 'item', arrowType: proto } } },
    });
    expect(() => dataTypeFromProto(proto)).toThrow('type is nested deeper than 64 levels');
  });
});
