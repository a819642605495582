import {
  type BinaryOperator,
  Boolean_,
  batchFromRows,
  type DataType,
  decimal128,
  emptySchema,
  Float64,
  field,
  Int8,
  Int32,
  Int64,
  InternalError,
  type PhysicalExpr,
  PlanError,
  schema,
  UInt16,
  UInt64,
  Utf8,
  type Value,
} from '@ballista-ts/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doubleParameter } from '../definition/parameter.js';
import { defineScalarFunction } from '../definition/scalar.js';
import { createFunctionRegistry } from '../registry.js';
import {
  columnBatchFromArrow,
  columnBatchFromRows,
  columnBatchToArrow,
  lazyColumn,
  rowsOf,
  selectRows,
} from './column-batch.js';
import { compileExpr } from './compile.js';
import { evaluate, evaluateConstant, isConstant } from './evaluate.js';
import { createEvaluationContext } from './evaluation-context.js';

const context = createEvaluationContext();
const columnAt = (index: number): PhysicalExpr => ({ kind: 'Column', name: `c${index}`, index });
const literal = (type: DataType, value: Value): PhysicalExpr => ({ kind: 'Literal', value: { type, value } });
const binary = (left: PhysicalExpr, op: BinaryOperator, right: PhysicalExpr): PhysicalExpr => ({
  kind: 'BinaryExpr',
  left,
  op,
  right,
});
const input = schema([field('c0', Int64), field('c1', Int64), field('c2', Boolean_)]);
const rows: Value[][] = [
  [6n, 2n, true],
  [6n, 0n, false],
  [null, 3n, null],
];
const batch = columnBatchFromRows(input, rows);
const quotient = binary(columnAt(0), 'Divide', columnAt(1));
const zeroDivisor = binary(columnAt(1), 'Eq', literal(Int64, 0n));

describe('what is not needed is not computed', () => {
  it('branches of CASE run for the rows that take them', () => {
    const guarded: PhysicalExpr = {
      kind: 'Case',
      whenThen: [{ when: zeroDivisor, then: literal(Int64, -1n) }],
      elseExpr: quotient,
    };
    expect(evaluate(guarded, batch, context)).toEqual([3n, -1n, null]);
    expect(() => evaluate(quotient, batch, context)).toThrow('Divide by zero error');
  });
  it('a CASE without match or ELSE is NULL; NULL matches nothing', () => {
    const simple: PhysicalExpr = {
      kind: 'Case',
      expr: columnAt(0),
      whenThen: [
        { when: literal(Int64, null), then: literal(Utf8, 'null') },
        { when: literal(Int32, 6), then: literal(Utf8, 'six') },
      ],
    };
    expect(evaluate(simple, batch, context)).toEqual(['six', 'six', null]);
  });
  it('a CASE condition that is NULL does not take the branch', () => {
    const expr: PhysicalExpr = {
      kind: 'Case',
      whenThen: [{ when: columnAt(2), then: literal(Int64, 1n) }],
      elseExpr: literal(Int64, 2n),
    };
    expect(evaluate(expr, batch, context)).toEqual([1n, 2n, 2n]);
  });
  it('branches meet in their common type', () => {
    const expr: PhysicalExpr = {
      kind: 'Case',
      whenThen: [{ when: columnAt(2), then: literal(Int64, 1n) }],
      elseExpr: literal(Float64, 0.5),
    };
    expect(compileExpr(expr, input, context).type).toEqual(Float64);
    expect(evaluate(expr, batch, context)).toEqual([1, 0.5, 0.5]);
  });
  it('AND and OR stop where the left side decides', () => {
    const and = binary(
      binary(columnAt(1), 'NotEq', literal(Int64, 0n)),
      'And',
      binary(quotient, 'Gt', literal(Int64, 1n)),
    );
    expect(evaluate(and, batch, context)).toEqual([true, false, null]);
    const or = binary(zeroDivisor, 'Or', binary(quotient, 'Gt', literal(Int64, 1n)));
    expect(evaluate(or, batch, context)).toEqual([true, true, null]);
  });
  it('coalesce stops at the first value', () => {
    const expr: PhysicalExpr = {
      kind: 'ScalarFunction',
      name: 'coalesce',
      args: [columnAt(0), binary(literal(Int64, 1n), 'Divide', literal(Int64, 0n))],
      returnType: Int64,
      nullable: true,
    };
    expect(evaluate(expr, selectRows(batch, [0, 1]), context)).toEqual([6n, 6n]);
    expect(() => evaluate(expr, batch, context)).toThrow('Divide by zero error');
  });
});

describe('AND, OR and NOT are three-valued', () => {
  const truth = [true, false, null] as const;
  const pairs = truth.flatMap((a) => truth.map((b) => [a, b] as Value[]));
  const logic = schema([field('a', Boolean_), field('b', Boolean_)]);
  const over = (op: BinaryOperator) =>
    evaluate(binary(columnAt(0), op, columnAt(1)), columnBatchFromRows(logic, pairs), context);
  it('AND', () => expect(over('And')).toEqual([true, false, null, false, false, false, null, false, null]));
  it('OR', () => expect(over('Or')).toEqual([true, true, true, true, false, null, true, null, null]));
  it('refuse what is not boolean', () => {
    expect(() =>
      evaluate(binary(columnAt(0), 'And', literal(Int64, 1n)), columnBatchFromRows(logic, []), context),
    ).toThrow(PlanError);
  });
});

describe('long chains cost no stack', () => {
  const chain = (op: BinaryOperator, term: (index: number) => PhysicalExpr, right = false) => {
    let expr = term(0);
    for (let index = 1; index < 20_000; index += 1)
      expr = right ? binary(term(index), op, expr) : binary(expr, op, term(index));
    return expr;
  };
  it.each([false, true])('of + (nested to the right: %s)', (right) => {
    expect(
      evaluateConstant(
        chain('Plus', () => literal(Int64, 1n), right),
        context,
      ).value,
    ).toBe(20_000n);
  });
  it.each([false, true])('of OR and AND (nested to the right: %s)', (right) => {
    const equals = (index: number) => binary(columnAt(0), 'Eq', literal(Int64, BigInt(index)));
    expect(evaluate(chain('Or', equals, right), batch, context)).toEqual([true, true, null]);
    const differs = (index: number) => binary(columnAt(0), 'NotEq', literal(Int64, BigInt(index + 7)));
    expect(evaluate(chain('And', differs, right), batch, context)).toEqual([true, true, null]);
  });
  it('of NOT', () => {
    let expr: PhysicalExpr = literal(Boolean_, true);
    for (let index = 0; index < 20_001; index += 1) expr = { kind: 'Not', expr };
    expect(evaluateConstant(expr, context).value).toBe(false);
  });
  it('and IN lists are one lookup', () => {
    const list = Array.from({ length: 20_000 }, (_, index) => literal(Int64, BigInt(index)));
    expect(evaluate({ kind: 'InList', expr: columnAt(0), list, negated: true }, batch, context)).toEqual([
      false,
      false,
      null,
    ]);
  });
});

describe('batches', () => {
  it('come from Arrow and go back, columns being converted only when they are used', () => {
    const arrow = columnBatchFromArrow(input, batchFromRows(input, rows));
    expect(rowsOf(arrow)).toEqual(rows);
    expect(rowsOf(columnBatchFromArrow(input, columnBatchToArrow(arrow)))).toEqual(rows);
    const untouched = lazyColumn(Int64, () => {
      throw new Error('not needed');
    });
    expect(evaluate(columnAt(0), { ...batch, columns: [batch.columns[0]!, untouched, untouched] }, context)).toEqual([
      6n,
      6n,
      null,
    ]);
  });
  it('may be empty, or have rows and no columns', () => {
    expect(evaluate(quotient, columnBatchFromRows(input, []), context)).toEqual([]);
    const noColumns = { schema: emptySchema, numRows: 3, columns: [] };
    expect(evaluate(literal(Int64, 1n), noColumns, context)).toEqual([1n, 1n, 1n]);
    expect(evaluate(binary(literal(Int64, 1n), 'Plus', literal(Int64, 2n)), noColumns, context)).toEqual([3n, 3n, 3n]);
  });
  it('of any size run through one compiled expression', () => {
    const compiled = compileExpr(binary(columnAt(0), 'Plus', literal(Int64, 1n)), input, context);
    expect(compiled.evaluate(batch)).toEqual([7n, 7n, null]);
    expect(compiled.evaluate(selectRows(batch, [2]))).toEqual([null]);
  });
  it('a column that is not there is a bug that says so', () => {
    expect(() => evaluate(columnAt(9), batch, context)).toThrow(InternalError);
  });
});

describe('constants', () => {
  const call = (name: string): PhysicalExpr => ({
    kind: 'ScalarFunction',
    name,
    args: [],
    returnType: Float64,
    nullable: false,
  });
  it('are what has no columns and does not change within a query', () => {
    expect(isConstant(binary(literal(Int64, 1n), 'Plus', literal(Int64, 2n)), context)).toBe(true);
    expect(isConstant(call('now'), context)).toBe(true);
    expect(isConstant(call('random'), context)).toBe(false);
    expect(isConstant(columnAt(0), context)).toBe(false);
  });
});

describe('functions of the user', () => {
  const twice = defineScalarFunction({
    name: 'twice',
    parameters: [doubleParameter('x')],
    returns: Float64,
    evaluate: ([x]) => (x as number) * 2,
    doc: { section: 'Mine', summary: 'Twice the number.', syntax: 'twice(x)' },
  });
  const callTwice: PhysicalExpr = {
    kind: 'ScalarFunction',
    name: 'TWICE',
    args: [columnAt(0)],
    returnType: Float64,
    nullable: true,
  };
  it('run like ours, NULLs and casts included', () => {
    const mine = createEvaluationContext({ functions: createFunctionRegistry({ functions: [twice] }) });
    expect(evaluate(callTwice, batch, mine)).toEqual([12, 12, null]);
    expect(() => evaluate(callTwice, batch, context)).toThrow("Invalid function 'TWICE'");
  });
  it('may replace one of ours, but not each other', () => {
    const sqrt = defineScalarFunction({
      ...twice,
      parameters: [doubleParameter('x')],
      name: 'sqrt',
      returns: Float64,
      evaluate: () => 0,
    });
    const registry = createFunctionRegistry({ functions: [sqrt] });
    expect(registry.scalar('SQRT')).toBe(sqrt);
    expect(registry.definitions().filter((one) => one.kind === 'scalar' && one.name === 'sqrt')).toEqual([sqrt]);
    expect(() => createFunctionRegistry({ functions: [twice, twice] })).toThrow(
      /two scalar functions are called 'twice'/,
    );
  });
});

describe('arithmetic agrees with exact numbers', () => {
  const types = [
    [Int8, 8, true],
    [UInt16, 16, false],
    [Int32, 32, true],
    [Int64, 64, true],
    [UInt64, 64, false],
  ] as const;
  const exact: Record<string, (a: bigint, b: bigint) => bigint> = {
    Plus: (a, b) => a + b,
    Minus: (a, b) => a - b,
    Multiply: (a, b) => a * b,
    Divide: (a, b) => a / b,
    Modulo: (a, b) => a % b,
    BitwiseAnd: (a, b) => a & b,
    BitwiseOr: (a, b) => a | b,
    BitwiseXor: (a, b) => a ^ b,
  };
  it.each(types)('%j, wrapping to its width', (type, bits, signed) => {
    const wrap = (value: bigint) => (signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value));
    const form = (value: bigint): Value => (bits === 64 ? value : Number(value));
    const operand = fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n }).map(wrap);
    fc.assert(
      fc.property(operand, operand, fc.constantFrom(...Object.keys(exact)), (a, b, op) => {
        const run = () =>
          evaluateConstant(binary(literal(type, form(a)), op as BinaryOperator, literal(type, form(b))), context);
        if ((op === 'Divide' || op === 'Modulo') && b === 0n) {
          expect(run).toThrow('Divide by zero error');
          return;
        }
        const result = exact[op]!(a, b);
        if (op === 'Divide' && wrap(result) !== result) {
          expect(run).toThrow('overflow');
          return;
        }
        expect(run()).toEqual({ type, value: form(wrap(result)) });
      }),
      { numRuns: 300 },
    );
  });
  it('of decimals at the scale of the result', () => {
    const operand = fc.bigInt({ min: -(10n ** 9n) + 1n, max: 10n ** 9n - 1n });
    const scale = fc.integer({ min: 0, max: 6 });
    fc.assert(
      fc.property(operand, scale, operand, scale, (a, s1, b, s2) => {
        const left = literal(decimal128(9, s1), a);
        const right = literal(decimal128(9, s2), b);
        const value = (op: BinaryOperator) => evaluateConstant(binary(left, op, right), context);
        const common = Math.max(s1, s2);
        const [x, y] = [a * 10n ** BigInt(common - s1), b * 10n ** BigInt(common - s2)];
        expect(value('Plus').value).toBe(x + y);
        expect(value('Minus').value).toBe(x - y);
        expect(value('Multiply').value).toBe(a * b);
        if (b === 0n) return;
        expect(value('Modulo').value).toBe(x % y);
        const quotient = value('Divide');
        expect(quotient.type).toMatchObject({ kind: 'Decimal128', scale: s1 + 4 });
        expect(quotient.value).toBe((a * 10n ** BigInt(4 + s2)) / b);
      }),
    );
  });
});
