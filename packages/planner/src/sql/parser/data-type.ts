import type { SqlDataType, StructTypeField } from '../ast/data-type.js';
import { intervalUnits } from './keywords.js';
import type { Parser } from './parser.js';

/** Names of one word, with how many numbers may follow in parentheses. */
const simpleTypes: ReadonlyMap<string, number> = new Map([
  ...['BOOLEAN', 'BOOL', 'TEXT', 'STRING', 'UUID', 'JSON', 'JSONB', 'BYTEA', 'REAL', 'REGCLASS', 'TINYTEXT'].map(
    (name) => [name, 0] as const,
  ),
  ...['MEDIUMTEXT', 'LONGTEXT', 'FLOAT4', 'FLOAT8', 'DATE', 'DATE32', 'TINYBLOB', 'MEDIUMBLOB', 'LONGBLOB'].map(
    (name) => [name, 0] as const,
  ),
  ...['INT128', 'INT256', 'UINT8', 'UINT16', 'UINT32', 'UINT64', 'UINT128', 'UINT256'].map(
    (name) => [name, 0] as const,
  ),
  ...['TINYINT', 'SMALLINT', 'MEDIUMINT', 'INT', 'INTEGER', 'BIGINT', 'INT2', 'INT4', 'INT8'].map(
    (name) => [name, 1] as const,
  ),
  ...['FLOAT', 'CHAR', 'VARCHAR', 'NVARCHAR', 'CHARACTER', 'BIT', 'BLOB', 'CLOB', 'BINARY', 'VARBINARY'].map(
    (name) => [name, 1] as const,
  ),
  ...['TIME', 'TIMETZ', 'TIMESTAMP', 'TIMESTAMPTZ', 'DATETIME', 'INTERVAL'].map((name) => [name, 1] as const),
  ...['DOUBLE', 'DECIMAL', 'NUMERIC', 'DEC', 'BIGNUMERIC', 'BIGDECIMAL'].map((name) => [name, 2] as const),
]);
const integerTypes: ReadonlySet<string> = new Set([
  'TINYINT',
  'SMALLINT',
  'MEDIUMINT',
  'INT',
  'INTEGER',
  'BIGINT',
  'INT2',
  'INT4',
  'INT8',
]);

/** Whether a word is the name of a built-in type of one word, so that a string after it makes a literal of that type. */
export const isTypeName = (keyword: string): boolean => simpleTypes.has(keyword) && keyword !== 'INTERVAL';

/** Parses a type with any array suffixes. */
export function parseDataType(p: Parser): SqlDataType {
  let type = p.nested(() => parseBaseType(p));
  for (;;) {
    const span = p.span();
    if (p.acceptOp('[')) {
      const size = p.isOp(']') ? undefined : p.unsignedInteger('an array size or ]');
      p.expectOp(']');
      type = { kind: 'ArrayType', element: type, ...(size !== undefined && { size }), span };
    } else return type;
  }
}

function parseBaseType(p: Parser): SqlDataType {
  const span = p.span();
  const token = p.peek();
  if (token.kind !== 'word') return p.fail('a data type name');
  switch (token.keyword) {
    case 'ARRAY':
      p.next();
      if (p.acceptOp('<')) {
        const element = parseDataType(p);
        p.expectClosingAngle();
        return { kind: 'ArrayType', element, span };
      }
      return { kind: 'ArrayType', span };
    case 'STRUCT':
    case 'ROW':
      if (p.isOp('<', 1) || p.isOp('(', 1)) {
        p.next();
        return { kind: 'StructType', fields: parseStructFields(p), span };
      }
      break;
    case 'MAP':
      if (p.isOp('<', 1) || p.isOp('(', 1)) {
        p.next();
        const angle = p.acceptOp('<');
        if (!angle) p.expectOp('(');
        const key = parseDataType(p);
        p.expectOp(',');
        const value = parseDataType(p);
        if (angle) p.expectClosingAngle();
        else p.expectOp(')');
        return { kind: 'MapType', key, value, span };
      }
      break;
  }
  const maxArgs = token.quoted ? undefined : simpleTypes.get(token.keyword);
  if (maxArgs === undefined) return parseCustomType(p);
  p.next();
  const name = parseTypeName(p, token.keyword);
  const args = maxArgs > 0 && p.isOp('(') ? parseTypeArgs(p, maxArgs) : [];
  const unsigned = integerTypes.has(name) && p.acceptAny('UNSIGNED', 'SIGNED') === 'UNSIGNED';
  const timeZone = name === 'TIME' || name === 'TIMESTAMP' || name === 'DATETIME' ? parseTimeZoneSuffix(p) : undefined;
  const qualifier = name === 'INTERVAL' ? parseIntervalQualifier(p) : undefined;
  return {
    kind: 'NamedType',
    name,
    args,
    unsigned,
    ...(timeZone !== undefined && { timeZone }),
    ...(qualifier !== undefined && { qualifier }),
    span,
  };
}

/** The fields between `<>` or `()`: `name type`, or a type alone. */
export function parseStructFields(p: Parser): StructTypeField[] {
  const angle = p.acceptOp('<');
  if (!angle) p.expectOp('(');
  const fields = p.commaList<StructTypeField>(() => {
    // A name stands before a type, so two words in a row are a field with a name - unless they spell one type.
    const named = p.peek().kind === 'word' && p.peek(1).kind === 'word' && !spellsOneType(p);
    if (!named) return { type: parseDataType(p) };
    const name = p.identifier();
    p.acceptOp(':');
    return { name, type: parseDataType(p) };
  });
  if (angle) p.expectClosingAngle();
  else p.expectOp(')');
  return fields;
}

const spellsOneType = (p: Parser): boolean =>
  p.isKeyword('DOUBLE', 'PRECISION') ||
  p.isKeyword('CHARACTER', 'VARYING') ||
  p.isKeyword('CHAR', 'VARYING') ||
  (integerTypes.has(p.keyword()) && (p.keyword(1) === 'UNSIGNED' || p.keyword(1) === 'SIGNED')) ||
  ((p.keyword() === 'TIMESTAMP' || p.keyword() === 'TIME') && (p.keyword(1) === 'WITH' || p.keyword(1) === 'WITHOUT'));

/** Completes names of several words. */
function parseTypeName(p: Parser, first: string): string {
  if (first === 'DOUBLE' && p.acceptKeyword('PRECISION')) return 'DOUBLE PRECISION';
  if ((first === 'CHARACTER' || first === 'CHAR') && p.acceptKeyword('VARYING')) return `${first} VARYING`;
  if ((first === 'CHARACTER' || first === 'CHAR') && p.acceptKeyword('LARGE', 'OBJECT')) return `${first} LARGE OBJECT`;
  return first;
}

function parseTypeArgs(p: Parser, max: number): number[] {
  const args = p.parenthesized(() => {
    const negative = p.acceptOp('-');
    if (!negative) p.acceptOp('+');
    const value = p.unsignedInteger('a number');
    return negative ? -value : value;
  });
  if (args.length > max)
    p.reject(`A type with that name takes at most ${max} number${max === 1 ? '' : 's'} in parentheses`);
  return args;
}

function parseTimeZoneSuffix(p: Parser): 'with' | 'without' | undefined {
  if (p.acceptKeyword('WITH', 'TIME', 'ZONE')) return 'with';
  return p.acceptKeyword('WITHOUT', 'TIME', 'ZONE') ? 'without' : undefined;
}

function parseIntervalQualifier(p: Parser): string | undefined {
  if (!p.isAnyKeyword(intervalUnits)) return undefined;
  const leading = p.identifier().value.toUpperCase();
  if (!(p.isKeyword('TO') && p.isAnyKeyword(intervalUnits, 1))) return leading;
  p.next();
  return `${leading} TO ${p.identifier().value.toUpperCase()}`;
}

function parseCustomType(p: Parser): SqlDataType {
  const span = p.span();
  const name = p.objectName('a data type name');
  const args = p.isOp('(')
    ? p.parenthesized(() => {
        const token = p.next();
        if (token.kind === 'op' || token.kind === 'end') return p.fail('a type argument');
        return token.value;
      })
    : [];
  return { kind: 'CustomType', name, args, span };
}
