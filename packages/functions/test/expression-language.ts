import {
  type ArgumentInfo,
  BallistaError,
  type BinaryOperator,
  Boolean_,
  type DataType,
  emptySchema,
  Float64,
  formatDataType,
  formatValue,
  Int64,
  isListLike,
  list,
  type PhysicalExpr,
  physicalExprNullable,
  physicalExprType,
  Utf8,
  type Value,
} from '@ballista-ts/core';
import { castValue } from '../src/cast/cast.js';
import { evaluateConstant } from '../src/evaluator/evaluate.js';
import { createEvaluationContext, type EvaluationContext } from '../src/evaluator/evaluation-context.js';
import { parseDataType } from '../src/scalar/other/parse-data-type.js';

/**
 * A little language for tables of function calls:
 *
 *   round(Decimal128(4, 1) '999.9')          a typed constant is a type and its text
 *   array_append([1, 2], NULL)               numbers are Int64 or Float64, lists take the type of their first element
 *   map_keys(make_map('a', 1))               calls nest
 */
export function parseCall(text: string, context: EvaluationContext): PhysicalExpr {
  const reader = new Reader(text, context);
  const expr = reader.expr();
  reader.end();
  return expr;
}

const literal = (type: DataType, value: Value): PhysicalExpr => ({ kind: 'Literal', value: { type, value } });

const textOf = (expr: PhysicalExpr | undefined): string =>
  expr?.kind === 'Literal' && typeof expr.value.value === 'string' ? expr.value.value : fail('expected a text');
function fail(message: string): never {
  throw new Error(message);
}

/** Expressions that are not calls: `op(a, 'Plus', b)`, `cast(x, 'Int8')`, `try_cast`, `neg`, `not`, `in_list(x, a, ...)`, `like`, `ilike`. */
function specialForm(name: string, args: readonly PhysicalExpr[]): PhysicalExpr | undefined {
  const [first, second, third] = args;
  switch (name) {
    case 'op':
      return { kind: 'BinaryExpr', left: first!, op: textOf(second) as BinaryOperator, right: third! };
    case 'cast':
      return { kind: 'Cast', expr: first!, type: parseDataType(textOf(second)) };
    case 'try_cast':
      return { kind: 'TryCast', expr: first!, type: parseDataType(textOf(second)) };
    case 'neg':
      return { kind: 'Negative', expr: first! };
    case 'not':
      return { kind: 'Not', expr: first! };
    case 'in_list':
      return { kind: 'InList', expr: first!, list: args.slice(1), negated: false };
    case 'like':
    case 'ilike':
      return { kind: 'Like', expr: first!, pattern: second!, negated: false, caseInsensitive: name === 'ilike' };
    default:
      return undefined;
  }
}

class Reader {
  #at = 0;
  constructor(
    readonly text: string,
    readonly context: EvaluationContext,
  ) {}

  expr(): PhysicalExpr {
    this.#space();
    const string = this.#match(/'((?:[^']|'')*)'/y);
    if (string !== undefined) return literal(Utf8, unquote(string));
    const number = this.#match(/-?\d+(\.\d+)?(e[+-]?\d+)?(?![\w(])/y);
    if (number !== undefined)
      return /[.e]/.test(number) ? literal(Float64, Number(number)) : literal(Int64, BigInt(number));
    if (this.#match(/\[/y) !== undefined) return this.#list();
    const word = this.#match(/[a-z_]\w*(?=\()/y);
    if (word !== undefined) return this.#call(word);
    if (this.#match(/NULL\b/y) !== undefined) return literal({ kind: 'Null' }, null);
    const boolean = this.#match(/true\b|false\b/y);
    if (boolean !== undefined) return literal(Boolean_, boolean === 'true');
    // A type and a text: everything up to the next quote or NULL outside parentheses.
    const typed = this.#match(/[A-Z]\w*(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?\s+(?:'(?:[^']|'')*'|NULL)/y);
    if (typed === undefined) throw new Error(`cannot read '${this.text.slice(this.#at)}' of '${this.text}'`);
    const split = /^(.*?)\s+('(?:[^']|'')*'|NULL)$/s.exec(typed)!;
    const type = parseDataType(split[1]!);
    if (split[2] === 'NULL') return literal(type, null);
    const value = unquote(split[2]!);
    if (type.kind === 'Binary') return literal(type, new Uint8Array(Buffer.from(value, 'hex')));
    return literal(type, castValue(value, Utf8, type));
  }

  end(): void {
    this.#space();
    if (this.#at !== this.text.length) throw new Error(`'${this.text.slice(this.#at)}' is left over of '${this.text}'`);
  }

  #list(): PhysicalExpr {
    const items = this.#items(']');
    if (items.every((one) => one.kind === 'Literal')) {
      const type = items.find((one) => one.value.type.kind !== 'Null')?.value.type ?? { kind: 'Null' };
      return literal(
        list(type),
        items.map((one) => one.value.value),
      );
    }
    return this.#callOf('make_array', items);
  }

  #call(name: string): PhysicalExpr {
    this.#match(/\(/y);
    return this.#callOf(name, this.#items(')'));
  }

  #callOf(name: string, args: readonly PhysicalExpr[]): PhysicalExpr {
    const special = specialForm(name, args);
    if (special !== undefined) return special;
    const definition = this.context.functions.scalar(name);
    if (definition === undefined) throw new Error(`there is no function ${name}`);
    const infos = args.map(
      (arg): ArgumentInfo => ({
        type: physicalExprType(arg, emptySchema),
        nullable: physicalExprNullable(arg, emptySchema),
        ...(arg.kind === 'Literal' ? { constant: arg.value.value } : {}),
      }),
    );
    const types = definition.coerce(infos);
    const result = definition.returns(infos.map((info, index) => ({ ...info, type: types[index]! })));
    return { kind: 'ScalarFunction', name, args, returnType: result.type, nullable: result.nullable };
  }

  #items(close: ')' | ']'): PhysicalExpr[] {
    const closing = close === ')' ? /\)/y : /\]/y;
    const items: PhysicalExpr[] = [];
    this.#space();
    if (this.#match(closing) !== undefined) return items;
    for (;;) {
      items.push(this.expr());
      this.#space();
      if (this.#match(closing) !== undefined) return items;
      if (this.#match(/,/y) === undefined) throw new Error(`expected , or ${close} at '${this.text.slice(this.#at)}'`);
    }
  }

  #space(): void {
    this.#match(/\s*/y);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }
}

const unquote = (text: string): string => text.slice(1, -1).replaceAll("''", "'");

/** Texts are quoted, so that spaces and empty ones show. */
function show(type: DataType, value: Value): string {
  if (value === null) return 'NULL';
  if (type.kind === 'Utf8' || type.kind === 'LargeUtf8') return JSON.stringify(value);
  if (isListLike(type)) return `[${(value as readonly Value[]).map((one) => show(type.field.type, one)).join(', ')}]`;
  return formatValue(type, value);
}

/** What a line of a table says after the arrow: type and value, or the error. */
export function answer(call: string, context: EvaluationContext): string {
  try {
    const { type, value } = evaluateConstant(parseCall(call, context), context);
    return `${formatDataType(type)} ${show(type, value)}`;
  } catch (error) {
    if (error instanceof BallistaError) return `! ${error.message}`;
    throw error;
  }
}

/** 2023-11-14T22:13:20.123456789Z, and random numbers that do not change. */
export function fixedContext(timeZone?: string): EvaluationContext {
  let next = 0;
  return createEvaluationContext({
    queryTimeNanos: 1_700_000_000_123_456_789n,
    random: () => (next = (next + 0.37) % 1),
    ...(timeZone === undefined ? {} : { timeZone }),
  });
}
