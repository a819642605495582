import { readdirSync, readFileSync } from 'node:fs';
import { type DataType, Date32, decimal128, Int32, Int64, schemaOf, Utf8 } from '@ballista-ts/core';
import { describe, expect, it } from 'vitest';
import { bindSql, catalogOf, emptyTable } from '../../test/support/binder-fixture.js';
import { statementOf } from '../../test/support/sql.js';
import { formatStatement } from '../sql/format/statement.js';

const money = decimal128(15, 2);
const table = (prefix: string, columns: Record<string, DataType>) =>
  emptyTable(Object.fromEntries(Object.entries(columns).map(([name, type]) => [`${prefix}_${name}!`, type])));

const catalog = catalogOf({
  region: table('r', { regionkey: Int64, name: Utf8, comment: Utf8 }),
  nation: table('n', { nationkey: Int64, name: Utf8, regionkey: Int64, comment: Utf8 }),
  supplier: table('s', {
    suppkey: Int64,
    name: Utf8,
    address: Utf8,
    nationkey: Int64,
    phone: Utf8,
    acctbal: money,
    comment: Utf8,
  }),
  customer: table('c', {
    custkey: Int64,
    name: Utf8,
    address: Utf8,
    nationkey: Int64,
    phone: Utf8,
    acctbal: money,
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
    retailprice: money,
    comment: Utf8,
  }),
  partsupp: table('ps', { partkey: Int64, suppkey: Int64, availqty: Int32, supplycost: money, comment: Utf8 }),
  orders: table('o', {
    orderkey: Int64,
    custkey: Int64,
    orderstatus: Utf8,
    totalprice: money,
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
    quantity: money,
    extendedprice: money,
    discount: money,
    tax: money,
    returnflag: Utf8,
    linestatus: Utf8,
    shipdate: Date32,
    commitdate: Date32,
    receiptdate: Date32,
    shipinstruct: Utf8,
    shipmode: Utf8,
    comment: Utf8,
  }),
});

const folder = new URL('../../testdata/tpch/', import.meta.url);
const queries = readdirSync(folder).map((file): [string, string] => [
  file.replace('.sql', ''),
  readFileSync(new URL(file, folder), 'utf8'),
]);

/** The columns that each query answers with, by the specification. */
const columns: Record<string, string> = {
  q01: 'l_returnflag l_linestatus sum_qty sum_base_price sum_disc_price sum_charge avg_qty avg_price avg_disc count_order',
  q02: 's_acctbal s_name n_name p_partkey p_mfgr s_address s_phone s_comment',
  q03: 'l_orderkey revenue o_orderdate o_shippriority',
  q04: 'o_orderpriority order_count',
  q05: 'n_name revenue',
  q06: 'revenue',
  q07: 'supp_nation cust_nation l_year revenue',
  q08: 'o_year mkt_share',
  q09: 'nation o_year sum_profit',
  q10: 'c_custkey c_name revenue c_acctbal n_name c_address c_phone c_comment',
  q11: 'ps_partkey value',
  q12: 'l_shipmode high_line_count low_line_count',
  q13: 'c_count custdist',
  q14: 'promo_revenue',
  q15: 's_suppkey s_name s_address s_phone total_revenue',
  q16: 'p_brand p_type p_size supplier_cnt',
  q17: 'avg_yearly',
  q18: 'c_name c_custkey o_orderkey o_orderdate o_totalprice sum(lineitem.l_quantity)',
  q19: 'revenue',
  q20: 's_name s_address',
  q21: 's_name numwait',
  q22: 'cntrycode numcust totacctbal',
};

describe('TPC-H', () => {
  it('has 22 queries', () => {
    expect(queries.map(([name]) => name).sort()).toEqual(Object.keys(columns).sort());
  });

  it.each(queries)('%s parses and formats to itself', (_name, sql) => {
    const statement = statementOf(sql.trim().replace(/;$/, ''));
    expect(statementOf(formatStatement(statement))).toEqual(statement);
  });

  it.each(queries)('%s binds', async (name, sql) => {
    const plan = await bindSql(sql, { catalog });
    expect(
      schemaOf(plan)
        .fields.map((one) => one.field.name)
        .join(' '),
    ).toBe(columns[name]);
  });
});
