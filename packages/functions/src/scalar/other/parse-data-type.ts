import { type DataType, type Field, PlanError, type TimeUnit } from '@ballista-ts/core';

const simpleKinds = new Set([
  'Null',
  'Boolean',
  'Int8',
  'Int16',
  'Int32',
  'Int64',
  'UInt8',
  'UInt16',
  'UInt32',
  'UInt64',
  'Float16',
  'Float32',
  'Float64',
  'Utf8',
  'LargeUtf8',
  'Utf8View',
  'Binary',
  'LargeBinary',
  'BinaryView',
  'Date32',
  'Date64',
]);
const units: Readonly<Record<string, TimeUnit>> = {
  s: 'second',
  ms: 'millisecond',
  us: 'microsecond',
  µs: 'microsecond',
  ns: 'nanosecond',
  Second: 'second',
  Millisecond: 'millisecond',
  Microsecond: 'microsecond',
  Nanosecond: 'nanosecond',
};
const maxDepth = 64;

/**
 * Reads a type as `arrow_typeof` prints it, in its short (`Timestamp(ns, "+08:00")`) or long spelling
 * (`Timestamp(Nanosecond, Some("+08:00"))`).
 *
 * @throws PlanError saying what was expected and where
 */
export function parseDataType(text: string): DataType {
  const reader = new TypeReader(text);
  const type = reader.type(0);
  reader.end();
  return type;
}

class TypeReader {
  #at = 0;
  readonly #tokens: readonly string[];
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
    this.#tokens = text.match(/"(?:[^"\\]|\\.)*"|'[^']*'|-?\d+|[A-Za-zµ][\w-]*|[^\s\w]/g) ?? [];
  }

  type(depth: number): DataType {
    if (depth > maxDepth) throw this.#fail(`types nested less than ${maxDepth} deep`);
    const name = this.#next();
    if (simpleKinds.has(name)) return { kind: name } as DataType;
    switch (name) {
      case 'FixedSizeBinary':
        return this.#inParentheses(() => ({ kind: 'FixedSizeBinary', byteWidth: this.#number() }));
      case 'Time32':
      case 'Time64':
      case 'Duration':
        return this.#inParentheses(() => this.#timeOf(name));
      case 'Timestamp':
        return this.#inParentheses(() => this.#timestamp());
      case 'Interval':
        return this.#inParentheses(() => this.#interval());
      case 'Decimal32':
      case 'Decimal64':
      case 'Decimal128':
      case 'Decimal256':
        return this.#inParentheses(() => this.#decimal(name));
      case 'List':
      case 'LargeList':
      case 'ListView':
      case 'LargeListView':
        return this.#inParentheses(() => ({ kind: name, field: this.#item(depth) }));
      case 'FixedSizeList':
        return this.#inParentheses(() => this.#fixedList(depth));
      case 'Struct':
        return this.#inParentheses(() => ({ kind: 'Struct', fields: this.#fields(depth) }));
      case 'Map':
        return this.#inParentheses(() => {
          const entries = this.#field(depth);
          this.#expect(',');
          return { kind: 'Map', entries, keysSorted: this.#next() === 'sorted' };
        });
      case 'Dictionary':
        return this.#inParentheses(() => {
          const key = this.type(depth + 1);
          this.#expect(',');
          return { kind: 'Dictionary', key, value: this.type(depth + 1) };
        });
      default:
        throw this.#fail('a type name', name);
    }
  }

  end(): void {
    if (this.#at < this.#tokens.length) throw this.#fail('nothing more', this.#tokens[this.#at]);
  }

  #timeOf(kind: 'Time32' | 'Time64' | 'Duration'): DataType {
    const unit = this.#unit();
    const coarse = unit === 'second' || unit === 'millisecond';
    if (kind === 'Time32' && coarse) return { kind, unit };
    if (kind === 'Time64' && !coarse) return { kind, unit };
    if (kind === 'Duration') return { kind, unit };
    throw this.#fail(`a unit of ${kind}`, unit);
  }

  #timestamp(): DataType {
    const unit = this.#unit();
    if (!this.#skip(',')) return { kind: 'Timestamp', unit };
    if (this.#skip('None')) return { kind: 'Timestamp', unit };
    const some = this.#skip('Some');
    if (some) this.#expect('(');
    const timezone = this.#string();
    if (some) this.#expect(')');
    return { kind: 'Timestamp', unit, timezone };
  }

  #interval(): DataType {
    const name = this.#next();
    const unit = (['yearMonth', 'dayTime', 'monthDayNano'] as const).find(
      (one) => one.toLowerCase() === name.toLowerCase(),
    );
    if (unit === undefined) throw this.#fail('YearMonth, DayTime or MonthDayNano', name);
    return { kind: 'Interval', unit };
  }

  #decimal(kind: 'Decimal32' | 'Decimal64' | 'Decimal128' | 'Decimal256'): DataType {
    const precision = this.#number();
    this.#expect(',');
    const scale = this.#number();
    const max = { Decimal32: 9, Decimal64: 18, Decimal128: 38, Decimal256: 76 }[kind];
    if (precision < 1 || precision > max || Math.abs(scale) > precision)
      throw this.#fail(`a precision up to ${max} and a scale within it`);
    return { kind, precision, scale };
  }

  #fixedList(depth: number): DataType {
    const first = this.#tokens[this.#at] ?? '';
    if (/^\d+$/.test(first)) {
      const size = this.#number();
      if (!this.#skip('x')) this.#expect(',');
      return { kind: 'FixedSizeList', size, field: this.#item(depth) };
    }
    const field = this.#item(depth);
    this.#expect(',');
    return { kind: 'FixedSizeList', size: this.#number(), field };
  }

  #item(depth: number): Field {
    const nullable = !this.#nonNull();
    const type = this.type(depth + 1);
    let name = 'item';
    if (this.#tokens[this.#at] === ',' && this.#tokens[this.#at + 1] === 'field') {
      this.#at += 2;
      this.#expect(':');
      name = this.#string();
    }
    return { name, type, nullable };
  }

  #fields(depth: number): Field[] {
    const fields: Field[] = [];
    if (this.#tokens[this.#at] === ')') return fields;
    do fields.push(this.#field(depth));
    while (this.#skip(','));
    return fields;
  }

  #field(depth: number): Field {
    const name = this.#string();
    this.#expect(':');
    const nullable = !this.#nonNull();
    return { name, type: this.type(depth + 1), nullable };
  }

  #nonNull(): boolean {
    // One token: words may hold a hyphen.
    return this.#skip('non-null');
  }

  #inParentheses<T>(read: () => T): T {
    this.#expect('(');
    const result = read();
    this.#expect(')');
    return result;
  }

  #unit(): TimeUnit {
    const name = this.#next();
    const unit = Object.hasOwn(units, name) ? units[name] : undefined;
    if (unit === undefined) throw this.#fail('a time unit (s, ms, us, ns)', name);
    return unit;
  }

  #number(): number {
    const token = this.#next();
    if (!/^-?\d{1,9}$/.test(token)) throw this.#fail('a number', token);
    return Number(token);
  }

  #string(): string {
    const token = this.#next();
    if (token.startsWith("'")) return token.slice(1, -1);
    if (!token.startsWith('"')) return /^\w+$/.test(token) ? token : fail(this.#fail('a quoted text', token));
    return JSON.parse(token) as string;
  }

  #next(): string {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    return token ?? fail(this.#fail('more'));
  }

  #skip(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }

  #expect(token: string): void {
    const found = this.#next();
    if (found !== token) throw this.#fail(`'${token}'`, found);
  }

  #fail(expected: string, found?: string): PlanError {
    return new PlanError(
      `Unsupported type '${this.#text}'. Must be a supported arrow type name such as 'Int32' or 'Timestamp(ns, None)': expected ${expected}${found === undefined ? '' : `, found '${found}'`}`,
    );
  }
}

function fail(error: Error): never {
  throw error;
}
