import type { SqlBinaryOperator } from '../ast/expr.js';

/** Binding powers; a greater one binds tighter. Both parser and formatter read this table. */
export const precedence = {
  lambda: 1,
  or: 5,
  and: 10,
  not: 15,
  arrow: 16,
  is: 17,
  like: 19,
  comparison: 20,
  bitOr: 21,
  shift: 22,
  bitAnd: 23,
  xor: 24,
  plus: 30,
  times: 40,
  atTimeZone: 41,
  collate: 42,
  postfix: 50,
  primary: 100,
} as const;

export const binaryPrecedence: Readonly<Record<SqlBinaryOperator, number>> = {
  OR: precedence.or,
  AND: precedence.and,
  XOR: precedence.xor,
  '=': precedence.comparison,
  '<>': precedence.comparison,
  '<': precedence.comparison,
  '<=': precedence.comparison,
  '>': precedence.comparison,
  '>=': precedence.comparison,
  '<=>': precedence.comparison,
  '~': precedence.comparison,
  '~*': precedence.comparison,
  '!~': precedence.comparison,
  '!~*': precedence.comparison,
  '~~': precedence.comparison,
  '~~*': precedence.comparison,
  '!~~': precedence.comparison,
  '!~~*': precedence.comparison,
  '+': precedence.plus,
  '-': precedence.plus,
  '*': precedence.times,
  '/': precedence.times,
  '//': precedence.times,
  '%': precedence.times,
  '||': precedence.times,
  '&': precedence.bitAnd,
  '|': precedence.bitOr,
  '^': precedence.shift,
  '#': precedence.shift,
  '<<': precedence.shift,
  '>>': precedence.shift,
  '->': precedence.arrow,
  '->>': precedence.arrow,
  '#>': precedence.arrow,
  '#>>': precedence.arrow,
  '#-': precedence.arrow,
  '@>': precedence.arrow,
  '<@': precedence.arrow,
  '@@': precedence.arrow,
  '@?': precedence.arrow,
  '?': precedence.arrow,
  '?&': precedence.arrow,
  '?|': precedence.arrow,
};

/** Spellings of the same operator. */
export const operatorAliases: Readonly<Record<string, SqlBinaryOperator>> = { '==': '=', '!=': '<>' };

export const binaryOperatorOf = (spelling: string): SqlBinaryOperator | undefined =>
  operatorAliases[spelling] ??
  (Object.hasOwn(binaryPrecedence, spelling) ? (spelling as SqlBinaryOperator) : undefined);

export const comparisonOperators: ReadonlySet<SqlBinaryOperator> = new Set([
  ...(['=', '<>', '<', '<=', '>', '>=', '<=>', '~', '~*', '!~', '!~*', '~~', '~~*', '!~~', '!~~*'] as const),
]);
