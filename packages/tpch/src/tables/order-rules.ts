/** Days since 1970-01-01. */
export const FIRST_ORDER_DATE = 8035; // 1992-01-01
/** The day on which the data was "taken": what lies before it is shipped or received. */
const CURRENT_DATE = 9298; // 1995-06-17

const MAX_SHIP_DAYS = 121;
const MAX_RECEIPT_DAYS = 30;
/** Days from 1992-01-01 to 1998-12-31. */
const TOTAL_DAYS = 2557;
/** Last day orders come in, counted from the first: everything ordered arrives before 1999. */
export const LAST_ORDER_DAY = TOTAL_DAYS - (MAX_SHIP_DAYS + MAX_RECEIPT_DAYS) - 1;

/** Whether a date is not after the current date of the data. */
export const isPast = (day: number): boolean => day <= CURRENT_DATE;

/** Orders leave keys out so that there is room for inserts: of every 32 keys the first 8 are used. `index` counts from 0. */
export function sparseOrderKey(index: number): number {
  const number = index + 1;
  const low = number % 8;
  return ((number - low) / 8) * 32 + low;
}

/** What one line adds to its order's total, in cents; each division drops the rest, as integer arithmetic does. */
export const lineTotal = (extendedPrice: number, discount: number, tax: number): number =>
  Math.floor((Math.floor((extendedPrice * (100 - discount)) / 100) * (100 + tax)) / 100);
