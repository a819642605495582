import type { RowSource } from '../columns/column.js';
import { type RowRange, scaledRows, type TpchTable } from '../scale.js';
import { CustomerRows } from './customer.js';
import { LineitemRows } from './lineitem.js';
import { NationRows } from './nation.js';
import { OrdersRows } from './orders.js';
import { PartRows } from './part.js';
import { PartsuppRows } from './partsupp.js';
import { RegionRows } from './region.js';
import { SupplierRows } from './supplier.js';

/** The rows of a range of a table. */
export function rowsOf(table: TpchTable, pool: Uint8Array, range: RowRange, scale: number): RowSource {
  switch (table) {
    case 'region':
      return new RegionRows(pool, range);
    case 'nation':
      return new NationRows(pool, range);
    case 'supplier':
      return new SupplierRows(pool, range);
    case 'customer':
      return new CustomerRows(pool, range);
    case 'part':
      return new PartRows(pool, range);
    case 'partsupp':
      return new PartsuppRows(pool, range, scaledRows('supplier', scale));
    case 'orders':
      return new OrdersRows(pool, range, scale);
    case 'lineitem':
      return new LineitemRows(pool, range, scale);
  }
}
