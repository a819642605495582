import { type DataType, Date32, decimal128, field, Int32, Int64, type Schema, schema, Utf8 } from '@ballista-ts/core';
import type { TpchTable } from './scale.js';

/** All amounts have this type. */
const Amount = decimal128(15, 2);

const table = (prefix: string, columns: Readonly<Record<string, DataType>>): Schema =>
  schema(Object.entries(columns).map(([name, type]) => field(`${prefix}_${name}`, type, false)));

/** Columns of every table, in the specification's order. None is nullable. */
export const tpchSchemas: Readonly<Record<TpchTable, Schema>> = {
  region: table('r', { regionkey: Int64, name: Utf8, comment: Utf8 }),
  nation: table('n', { nationkey: Int64, name: Utf8, regionkey: Int64, comment: Utf8 }),
  supplier: table('s', {
    suppkey: Int64,
    name: Utf8,
    address: Utf8,
    nationkey: Int64,
    phone: Utf8,
    acctbal: Amount,
    comment: Utf8,
  }),
  customer: table('c', {
    custkey: Int64,
    name: Utf8,
    address: Utf8,
    nationkey: Int64,
    phone: Utf8,
    acctbal: Amount,
    mktsegment: Utf8,
    comment: Utf8,
  }),
  part: table('p', {
    partkey: Int64,
    name: Utf8,
    mfgr: Utf8,
    brand: Utf8,
    type: Utf8,
    size: Int32,
    container: Utf8,
    retailprice: Amount,
    comment: Utf8,
  }),
  partsupp: table('ps', { partkey: Int64, suppkey: Int64, availqty: Int32, supplycost: Amount, comment: Utf8 }),
  orders: table('o', {
    orderkey: Int64,
    custkey: Int64,
    orderstatus: Utf8,
    totalprice: Amount,
    orderdate: Date32,
    orderpriority: Utf8,
    clerk: Utf8,
    shippriority: Int32,
    comment: Utf8,
  }),
  lineitem: table('l', {
    orderkey: Int64,
    partkey: Int64,
    suppkey: Int64,
    linenumber: Int32,
    quantity: Amount,
    extendedprice: Amount,
    discount: Amount,
    tax: Amount,
    returnflag: Utf8,
    linestatus: Utf8,
    shipdate: Date32,
    commitdate: Date32,
    receiptdate: Date32,
    shipinstruct: Utf8,
    shipmode: Utf8,
    comment: Utf8,
  }),
};
