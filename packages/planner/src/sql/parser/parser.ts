import { InvalidArgumentError, NotYetSupportedError } from '@ballista-ts/core';
import type { Ident, ObjectName, Span } from '../ast/common.js';
import { sqlError } from '../sql-error.js';
import { describeToken, type Token, type WordToken } from '../token.js';
import { tokenize } from '../tokenizer.js';

/** The dialects whose differences this parser knows. All others of `datafusion.sql_parser.dialect` read as `generic`. */
export type SqlDialect =
  | 'generic'
  | 'mysql'
  | 'postgresql'
  | 'hive'
  | 'sqlite'
  | 'snowflake'
  | 'redshift'
  | 'mssql'
  | 'clickhouse'
  | 'bigquery'
  | 'ansi'
  | 'duckdb'
  | 'databricks'
  | 'spark';

export interface SqlParserOptions {
  /** @default 'generic' */
  readonly dialect?: SqlDialect;
  /**
   * How deeply parentheses, calls, subqueries and nested types may stand inside each other (`datafusion.sql_parser.recursion_limit`).
   * Long chains of operators, lists and set operations do not count.
   * @default 50
   */
  readonly recursionLimit?: number;
}

const lambdaDialects: ReadonlySet<SqlDialect> = new Set(['duckdb', 'databricks', 'clickhouse', 'snowflake', 'spark']);

/** The cursor over the tokens of one text, with everything that the areas of the grammar share. */
export class Parser {
  readonly dialect: SqlDialect;
  /** Whether `x -> x + 1` is a function of x rather than the arrow operator. */
  readonly lambdas: boolean;
  private readonly tokens: Token[];
  private index = 0;
  private depth = 0;
  private readonly recursionLimit: number;

  constructor(
    readonly sql: string,
    options: SqlParserOptions = {},
  ) {
    this.dialect = options.dialect ?? 'generic';
    this.lambdas = lambdaDialects.has(this.dialect);
    this.recursionLimit = options.recursionLimit ?? 50;
    if (!Number.isSafeInteger(this.recursionLimit) || this.recursionLimit < 1) {
      throw new InvalidArgumentError(
        `recursionLimit must be a positive integer, not ${String(options.recursionLimit)}`,
      );
    }
    this.tokens = tokenize(sql);
  }

  // ---- looking

  /** The token `ahead` places on; past the end it is the end token. */
  peek(ahead = 0): Token {
    return this.tokens[Math.min(this.index + ahead, this.tokens.length - 1)]!;
  }
  span(): Span {
    return spanOf(this.peek());
  }
  isEnd(): boolean {
    return this.peek().kind === 'end';
  }
  isOp(op: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'op' && token.value === op;
  }
  /** The keyword at a place, or '' when there is no unquoted word. */
  keyword(ahead = 0): string {
    const token = this.peek(ahead);
    return token.kind === 'word' ? token.keyword : '';
  }
  /** Whether these keywords come next, in this order. */
  isKeyword(...words: string[]): boolean {
    return words.every((word, ahead) => this.keyword(ahead) === word);
  }
  isAnyKeyword(words: ReadonlySet<string>, ahead = 0): boolean {
    const keyword = this.keyword(ahead);
    return keyword !== '' && words.has(keyword);
  }

  // ---- moving

  next(): Token {
    const token = this.peek();
    if (token.kind !== 'end') this.index += 1;
    return token;
  }
  skip(count: number): void {
    this.index = Math.min(this.index + count, this.tokens.length - 1);
  }
  acceptOp(op: string): boolean {
    if (!this.isOp(op)) return false;
    this.index += 1;
    return true;
  }
  acceptKeyword(...words: string[]): boolean {
    if (!this.isKeyword(...words)) return false;
    this.index += words.length;
    return true;
  }
  /** Takes one of several keywords and tells which, or undefined. */
  acceptAny<const W extends string>(...words: W[]): W | undefined {
    const keyword = this.keyword();
    const found = words.find((word) => word === keyword);
    if (found !== undefined) this.index += 1;
    return found;
  }
  expectOp(op: string): void {
    if (!this.acceptOp(op)) this.fail(op);
  }
  expectKeyword(...words: string[]): void {
    for (const word of words) if (!this.acceptKeyword(word)) this.fail(word);
  }
  /** Takes `>` also from the front of `>>` and `>=`, as nested type brackets need. */
  expectClosingAngle(): void {
    const token = this.peek();
    if (token.kind === 'op' && token.value.length > 1 && token.value[0] === '>') {
      this.tokens[this.index] = {
        ...token,
        value: token.value.slice(1),
        offset: token.offset + 1,
        column: token.column + 1,
      };
      return;
    }
    this.expectOp('>');
  }

  // ---- names and lists

  /** Any word, keyword or not. */
  identifier(what = 'identifier'): Ident {
    const token = this.peek();
    if (token.kind !== 'word') return this.fail(what);
    this.index += 1;
    return identOf(token);
  }
  /** `a.b.c`; where a file may stand for a table, also a string. */
  objectName(what = 'identifier', allowString = false): ObjectName {
    const first = this.peek();
    if (allowString && first.kind === 'string') {
      this.index += 1;
      return [{ value: first.value, quoted: true, span: spanOf(first) }];
    }
    const parts = [this.identifier(what)];
    while (this.acceptOp('.')) parts.push(this.identifier());
    return parts;
  }
  /** One or more elements between commas. */
  commaList<T>(element: () => T): T[] {
    const list = [element()];
    while (this.acceptOp(',')) list.push(element());
    return list;
  }
  /** `( element, ... )`, possibly empty when `allowEmpty`. */
  parenthesized<T>(element: () => T, allowEmpty = false): T[] {
    this.expectOp('(');
    if (allowEmpty && this.acceptOp(')')) return [];
    const list = this.commaList(element);
    this.expectOp(')');
    return list;
  }
  identifierList(): Ident[] {
    return this.parenthesized(() => this.identifier());
  }
  stringLiteral(what = 'a string literal'): string {
    const token = this.peek();
    if (token.kind !== 'string') return this.fail(what);
    this.index += 1;
    return token.value;
  }
  unsignedInteger(what = 'an unsigned integer'): number {
    const token = this.peek();
    const value = token.kind === 'number' && /^\d+$/.test(token.value) ? Number(token.value) : Number.NaN;
    if (!Number.isSafeInteger(value)) return this.fail(what);
    this.index += 1;
    return value;
  }

  // ---- depth and errors

  /** Runs one level deeper. Every construct that can contain itself goes through here, so that hostile text cannot exhaust the stack. */
  nested<T>(parse: () => T): T {
    if (this.depth >= this.recursionLimit) {
      throw sqlError(
        this.sql,
        `recursion limit exceeded: more than ${this.recursionLimit} nested levels (datafusion.sql_parser.recursion_limit)`,
        this.span(),
      );
    }
    this.depth += 1;
    const result = parse();
    this.depth -= 1;
    return result;
  }
  /** Throws: `expected` should stand where the next token stands. */
  fail(expected: string): never {
    throw sqlError(this.sql, `Expected: ${expected}, found: ${describeToken(this.peek())}`, this.span());
  }
  /** Throws with a message of its own. */
  reject(message: string, at: Span = this.span()): never {
    throw sqlError(this.sql, message, at);
  }
  /** Throws for syntax that is known and not built. */
  notYet(feature: string, at: Span = this.span()): never {
    throw new NotYetSupportedError(feature, `found at Line: ${at.line}, Column: ${at.column}`);
  }
}

export const spanOf = (token: Token): Span => ({ line: token.line, column: token.column, offset: token.offset });
export const identOf = (token: WordToken): Ident => ({ value: token.value, quoted: token.quoted, span: spanOf(token) });
