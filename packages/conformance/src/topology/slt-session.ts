import type { SessionContext } from '@ballista-ts/client';
import { batchFromRows, batchRows, type Schema, type TableProvider, type Value } from '@ballista-ts/core';
import { encodeIpcStream } from '@ballista-ts/flight';
import type { SltAnswer, SltSession } from '@ballista-ts/testing';

/**
 * Runs `.slt` records in a session. With several partitions, tables that a file creates from a query are spread over so many, so
 * that small data takes the ways that large data takes.
 */
export function sltSession(context: SessionContext, partitions = 1): SltSession {
  const query = async (sql: string): Promise<SltAnswer & { readonly schema: Schema }> => {
    const frame = await context.sql(sql);
    const rows: Value[][] = [];
    for await (const batch of frame.stream({ signal: AbortSignal.timeout(20_000) })) rows.push(...batchRows(batch));
    const { schema } = frame;
    return { types: schema.fields.map((field) => field.type), rows, schema };
  };
  return {
    async run(sql) {
      const [, name, select] = /^CREATE TABLE (\w+) AS (.*)$/is.exec(sql) ?? [];
      if (partitions === 1 || name === undefined || select === undefined) return await query(sql);
      const { rows, schema } = await query(select);
      context.registerTable(name, spread(schema, rows, partitions));
      return { types: [], rows: [] };
    },
  };
}

/** Rows dealt out to partitions, one after the other; with few rows some partitions are empty. */
function spread(schema: Schema, rows: readonly (readonly Value[])[], partitions: number): TableProvider {
  const parts = Array.from({ length: partitions }, (_, partition) => {
    const batch = batchFromRows(
      schema,
      rows.filter((_row, index) => index % partitions === partition),
    );
    return Buffer.concat([...encodeIpcStream(batch.schema, [batch])]);
  });
  return {
    schema,
    tableType: 'BASE TABLE',
    resolve: async () => ({ kind: 'memory', schema, partitions: parts }),
  };
}
