import {
  Boolean_,
  type DataType,
  Date32,
  decimal128,
  type Field,
  Float64,
  Int32,
  Int64,
  InternalError,
  timestamp,
  Utf8,
  type Value,
} from '@ballista-ts/core';
import type { Rows } from '@ballista-ts/testing';
import {
  type DuckDBConnection,
  DuckDBDateValue,
  type DuckDBDecimalType,
  DuckDBDecimalValue,
  DuckDBInstance,
  DuckDBTimestampValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
} from '@duckdb/node-api';

/** An independent engine that answers the same questions. */
export interface Oracle extends AsyncDisposable {
  /** Runs statements without an answer. */
  run(sql: string): Promise<void>;
  query(sql: string): Promise<Rows>;
}

/** DuckDB in memory, in this process. */
export async function duckdb(): Promise<Oracle> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection: DuckDBConnection = await instance.connect();
  return {
    async run(sql) {
      await connection.run(sql);
    },
    async query(sql) {
      const reader = await connection.runAndReadAll(sql);
      const types = reader.columnTypes();
      const fields = reader
        .columnNames()
        .map((name, index): Field => ({ name, type: typeOf(types[index]!), nullable: true }));
      return { schema: { fields }, rows: reader.getRows().map((row) => row.map(valueOf)) };
    },
    async [Symbol.asyncDispose]() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

function typeOf(type: DuckDBType): DataType {
  switch (type.typeId) {
    case DuckDBTypeId.BOOLEAN:
      return Boolean_;
    case DuckDBTypeId.INTEGER:
    case DuckDBTypeId.SMALLINT:
    case DuckDBTypeId.TINYINT:
      return Int32;
    case DuckDBTypeId.BIGINT:
      return Int64;
    case DuckDBTypeId.HUGEINT:
      return decimal128(38, 0);
    case DuckDBTypeId.DOUBLE:
    case DuckDBTypeId.FLOAT:
      return Float64;
    case DuckDBTypeId.DECIMAL: {
      const { width, scale } = type as DuckDBDecimalType;
      return decimal128(width, scale);
    }
    case DuckDBTypeId.VARCHAR:
      return Utf8;
    case DuckDBTypeId.DATE:
      return Date32;
    case DuckDBTypeId.TIMESTAMP:
      return timestamp('microsecond');
    default:
      throw new InternalError(`the oracle's type ${type.toString()} has no counterpart here; cast it in the query`);
  }
}

function valueOf(value: DuckDBValue): Value {
  if (value instanceof DuckDBDecimalValue) return value.value;
  if (value instanceof DuckDBDateValue) return value.days;
  if (value instanceof DuckDBTimestampValue) return value.micros;
  if (
    value === null ||
    typeof value === 'boolean' ||
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    typeof value === 'string'
  )
    return value;
  throw new InternalError(`the oracle's value ${String(value)} has no counterpart here; cast it in the query`);
}
