/** Start value and reserved draws per row of a column's random stream. */
export interface StreamSeed {
  readonly seed: number;
  readonly drawsPerRow: number;
}

const stream = (seed: number, drawsPerRow = 1): StreamSeed => ({ seed, drawsPerRow });

/** Lines an order has at most; every column of `lineitem` reserves so many draws per order. */
export const MAX_LINES = 7;
/** Suppliers of one part. */
export const SUPPLIERS_PER_PART = 4;
/** Colours that part names are made of. */
export const COLOR_COUNT = 92;

/** The state the text pool is generated from. */
export const TEXT_SEED = 933588178;

/** Text columns draw an offset and a length (2), phones three groups of digits (3), addresses a length and 30 bits per 5 characters (9). */
export const seeds = {
  region: { comment: stream(1500869201, 2) },
  nation: { comment: stream(606179079, 2) },
  supplier: {
    address: stream(706178559, 9),
    nation: stream(110356601),
    phone: stream(884434366, 3),
    balance: stream(962338209),
    comment: stream(1341315363, 2),
    remarkNoise: stream(263032577),
    remarkKind: stream(753643799),
    remark: stream(202794285),
    remarkOffset: stream(715851524),
  },
  customer: {
    address: stream(881155353, 9),
    nation: stream(1489529863),
    phone: stream(1521138112, 3),
    balance: stream(298370230),
    segment: stream(1140279430),
    comment: stream(1335826707, 2),
  },
  part: {
    name: stream(709314158, COLOR_COUNT),
    manufacturer: stream(1),
    brand: stream(46831694),
    type: stream(1841581359),
    size: stream(1193163244),
    container: stream(727633698),
    comment: stream(804159733, 2),
  },
  partsupp: {
    quantity: stream(1671059989, SUPPLIERS_PER_PART),
    cost: stream(1051288424, SUPPLIERS_PER_PART),
    comment: stream(1961692154, SUPPLIERS_PER_PART * 2),
  },
  orders: {
    lineCount: stream(1434868289),
    customer: stream(851767375),
    date: stream(1066728069),
    priority: stream(591449447),
    clerk: stream(1171034773),
    comment: stream(276090261, 2),
  },
  lineitem: {
    quantity: stream(209208115, MAX_LINES),
    discount: stream(554590007, MAX_LINES),
    tax: stream(721958466, MAX_LINES),
    instructions: stream(1371272478, MAX_LINES),
    mode: stream(675466456, MAX_LINES),
    part: stream(1808217256, MAX_LINES),
    supplier: stream(2095021727, MAX_LINES),
    shipDays: stream(1769349045, MAX_LINES),
    commitDays: stream(904914315, MAX_LINES),
    receiptDays: stream(373135028, MAX_LINES),
    returnFlag: stream(717419739, MAX_LINES),
    comment: stream(1095462486, MAX_LINES * 2),
  },
} as const;
