import { type Catalog, type DataType, Date32, decimal128, Int32, Int64, Utf8 } from '@ballista-ts/core';
import { type TestColumn, type TestTable, testCatalog } from './test-catalog.js';

const amount = decimal128(15, 2);
const column = (type: DataType, rest: Omit<TestColumn, 'type'> = {}): TestColumn => ({
  type,
  nullable: false,
  ...rest,
});
const key = (max: number, distinct = max): TestColumn => column(Int64, { min: 1n, max: BigInt(max), distinct });
const int64 = (min: number, max: number, distinct: number): TestColumn =>
  column(Int64, { min: BigInt(min), max: BigInt(max), distinct });
const text = (distinct?: number): TestColumn => column(Utf8, distinct === undefined ? {} : { distinct });
const money = (min: number, max: number): TestColumn =>
  column(amount, { min: BigInt(Math.round(min * 100)), max: BigInt(Math.round(max * 100)) });
/** Days from 1992-01-01 to 1998-12-01 or so. */
const date = (min: number, max: number): TestColumn => column(Date32, { min, max, distinct: max - min + 1 });
const mebi = 1024 * 1024;

/** The eight tables with the statistics that they have at a scale (distinct values as counted at scale 1). */
export function tpchTables(scale: number, partitions = 4): Record<string, TestTable> {
  const rows = (of: number): number => Math.round(of * scale);
  const files = (megabytes: number): number[] => {
    const size = Math.max(Math.round((megabytes * mebi * scale) / partitions), 1000);
    return Array.from({ length: partitions }, () => size);
  };
  return {
    region: {
      rows: 5,
      files: [2_000],
      columns: { r_regionkey: int64(0, 4, 5), r_name: text(5), r_comment: text() },
    },
    nation: {
      rows: 25,
      files: [4_000],
      columns: { n_nationkey: int64(0, 24, 25), n_name: text(25), n_regionkey: int64(0, 4, 5), n_comment: text() },
    },
    supplier: {
      rows: rows(10_000),
      files: files(0.8),
      columns: {
        s_suppkey: key(rows(10_000)),
        s_name: text(rows(10_000)),
        s_address: text(),
        s_nationkey: int64(0, 24, 25),
        s_phone: text(),
        s_acctbal: money(-999.99, 9999.99),
        s_comment: text(),
      },
    },
    customer: {
      rows: rows(150_000),
      files: files(12),
      columns: {
        c_custkey: key(rows(150_000)),
        c_name: text(rows(150_000)),
        c_address: text(),
        c_nationkey: int64(0, 24, 25),
        c_phone: text(),
        c_acctbal: money(-999.99, 9999.99),
        c_mktsegment: text(5),
        c_comment: text(),
      },
    },
    part: {
      rows: rows(200_000),
      files: files(7),
      columns: {
        p_partkey: key(rows(200_000)),
        p_name: text(rows(200_000)),
        p_mfgr: text(5),
        p_brand: text(25),
        p_type: text(150),
        p_size: column(Int32, { min: 1, max: 50, distinct: 50 }),
        p_container: text(40),
        p_retailprice: money(901, 2098.99),
        p_comment: text(),
      },
    },
    partsupp: {
      rows: rows(800_000),
      files: files(42),
      columns: {
        ps_partkey: key(rows(200_000)),
        ps_suppkey: key(rows(10_000)),
        ps_availqty: column(Int32, { min: 1, max: 9999, distinct: 9999 }),
        ps_supplycost: money(1, 1000),
        ps_comment: text(),
      },
    },
    orders: {
      rows: rows(1_500_000),
      files: files(57),
      columns: {
        o_orderkey: key(rows(6_000_000), rows(1_500_000)),
        o_custkey: key(rows(150_000), rows(100_000)),
        o_orderstatus: text(3),
        o_totalprice: money(857.71, 555285.16),
        o_orderdate: date(8035, 10440),
        o_orderpriority: text(5),
        o_clerk: text(rows(1000)),
        o_shippriority: column(Int32, { min: 0, max: 0, distinct: 1 }),
        o_comment: text(),
      },
    },
    lineitem: {
      rows: rows(6_001_215),
      files: files(210),
      columns: {
        l_orderkey: key(rows(6_000_000), rows(1_500_000)),
        l_partkey: key(rows(200_000)),
        l_suppkey: key(rows(10_000)),
        l_linenumber: column(Int32, { min: 1, max: 7, distinct: 7 }),
        l_quantity: column(amount, { min: 100n, max: 5000n, distinct: 50 }),
        l_extendedprice: money(901, 104949.5),
        l_discount: column(amount, { min: 0n, max: 10n, distinct: 11 }),
        l_tax: column(amount, { min: 0n, max: 8n, distinct: 9 }),
        l_returnflag: text(3),
        l_linestatus: text(2),
        l_shipdate: date(8036, 10561),
        l_commitdate: date(8065, 10530),
        l_receiptdate: date(8037, 10591),
        l_shipinstruct: text(4),
        l_shipmode: text(7),
        l_comment: text(),
      },
    },
  };
}

export const tpchCatalog = (scale: number, partitions?: number): Catalog => testCatalog(tpchTables(scale, partitions));
