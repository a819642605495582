/** Binary operators, by the names that travel on the wire (DATAFUSION-PROTO section 2 of the contract). */
export const binaryOperators = [
  'And',
  'Or',
  'Eq',
  'NotEq',
  'Lt',
  'LtEq',
  'Gt',
  'GtEq',
  'Plus',
  'Minus',
  'Multiply',
  'Divide',
  'Modulo',
  'IsDistinctFrom',
  'IsNotDistinctFrom',
  'RegexMatch',
  'RegexIMatch',
  'RegexNotMatch',
  'RegexNotIMatch',
  'LikeMatch',
  'ILikeMatch',
  'NotLikeMatch',
  'NotILikeMatch',
  'BitwiseAnd',
  'BitwiseOr',
  'BitwiseXor',
  'BitwiseShiftLeft',
  'BitwiseShiftRight',
  'StringConcat',
  'AtArrow',
  'ArrowAt',
] as const;
export type BinaryOperator = (typeof binaryOperators)[number];

const symbols: Readonly<Record<BinaryOperator, string>> = {
  And: 'AND',
  Or: 'OR',
  Eq: '=',
  NotEq: '!=',
  Lt: '<',
  LtEq: '<=',
  Gt: '>',
  GtEq: '>=',
  Plus: '+',
  Minus: '-',
  Multiply: '*',
  Divide: '/',
  Modulo: '%',
  IsDistinctFrom: 'IS DISTINCT FROM',
  IsNotDistinctFrom: 'IS NOT DISTINCT FROM',
  RegexMatch: '~',
  RegexIMatch: '~*',
  RegexNotMatch: '!~',
  RegexNotIMatch: '!~*',
  LikeMatch: '~~',
  ILikeMatch: '~~*',
  NotLikeMatch: '!~~',
  NotILikeMatch: '!~~*',
  BitwiseAnd: '&',
  BitwiseOr: '|',
  BitwiseXor: 'BIT_XOR',
  BitwiseShiftLeft: '<<',
  BitwiseShiftRight: '>>',
  StringConcat: '||',
  AtArrow: '@>',
  ArrowAt: '<@',
};
export const operatorSymbol = (op: BinaryOperator): string => symbols[op];

export const isComparison = (op: BinaryOperator): boolean =>
  op === 'Eq' ||
  op === 'NotEq' ||
  op === 'Lt' ||
  op === 'LtEq' ||
  op === 'Gt' ||
  op === 'GtEq' ||
  op === 'IsDistinctFrom' ||
  op === 'IsNotDistinctFrom';
export const isArithmetic = (op: BinaryOperator): boolean =>
  op === 'Plus' || op === 'Minus' || op === 'Multiply' || op === 'Divide' || op === 'Modulo';
export const isLogical = (op: BinaryOperator): boolean => op === 'And' || op === 'Or';

/** The operator that gives the same answer with its sides exchanged (`a < b` is `b > a`), or undefined. */
export function swapOperator(op: BinaryOperator): BinaryOperator | undefined {
  switch (op) {
    case 'Lt':
      return 'Gt';
    case 'LtEq':
      return 'GtEq';
    case 'Gt':
      return 'Lt';
    case 'GtEq':
      return 'LtEq';
    case 'AtArrow':
      return 'ArrowAt';
    case 'ArrowAt':
      return 'AtArrow';
    case 'Eq':
    case 'NotEq':
    case 'IsDistinctFrom':
    case 'IsNotDistinctFrom':
    case 'And':
    case 'Or':
    case 'Plus':
    case 'Multiply':
    case 'BitwiseAnd':
    case 'BitwiseOr':
    case 'BitwiseXor':
      return op;
    default:
      return undefined;
  }
}

/** The comparison that is true exactly when `op` is false (both are NULL together), or undefined. */
export function negateOperator(op: BinaryOperator): BinaryOperator | undefined {
  switch (op) {
    case 'Eq':
      return 'NotEq';
    case 'NotEq':
      return 'Eq';
    case 'Lt':
      return 'GtEq';
    case 'LtEq':
      return 'Gt';
    case 'Gt':
      return 'LtEq';
    case 'GtEq':
      return 'Lt';
    case 'IsDistinctFrom':
      return 'IsNotDistinctFrom';
    case 'IsNotDistinctFrom':
      return 'IsDistinctFrom';
    case 'LikeMatch':
      return 'NotLikeMatch';
    case 'NotLikeMatch':
      return 'LikeMatch';
    case 'ILikeMatch':
      return 'NotILikeMatch';
    case 'NotILikeMatch':
      return 'ILikeMatch';
    case 'RegexMatch':
      return 'RegexNotMatch';
    case 'RegexNotMatch':
      return 'RegexMatch';
    case 'RegexIMatch':
      return 'RegexNotIMatch';
    case 'RegexNotIMatch':
      return 'RegexIMatch';
    default:
      return undefined;
  }
}
