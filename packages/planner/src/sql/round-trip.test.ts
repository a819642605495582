import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expressionOf, withoutSpans } from '../../test/support/sql.js';
import { expressions, statements } from '../../test/support/sql-generator.js';
import { formatExpression } from './format/expression.js';
import { formatStatement } from './format/statement.js';
import { parseExpression, parseStatements } from './parser/statement.js';

// Deep enough for what the generator nests; the limit itself is tested elsewhere.
const options = { recursionLimit: 200 };

describe('parsing what was formatted', () => {
  it('gives the same statement', () => {
    fc.assert(
      fc.property(statements, (sql) => {
        const parsed = parseStatements(sql, options);
        const text = parsed.map(formatStatement).join('; ');
        const again = parseStatements(text, options);
        expect(withoutSpans(again)).toEqual(withoutSpans(parsed));
        // Formatting is stable: the canonical text is its own canonical text.
        expect(again.map(formatStatement).join('; ')).toBe(text);
      }),
      { numRuns: Number(process.env['SQL_RUNS'] ?? 400) },
    );
  });

  it('gives the same expression', () => {
    fc.assert(
      fc.property(expressions, (sql) => {
        const parsed = expressionOf(sql, options);
        expect(expressionOf(formatExpression(parsed), options)).toEqual(parsed);
      }),
      { numRuns: Number(process.env['SQL_RUNS'] ?? 400) },
    );
  });

  it('gives the same string for every text in every style', () => {
    const styles = ['plain', 'escape', 'national', 'unicode', 'raw', 'dollar'] as const;
    // Lone surrogates are no text that a file or socket could bring.
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), fc.constantFrom(...styles), (value, style) => {
        const text = formatExpression({ kind: 'String', value, style, span: { line: 1, column: 1, offset: 0 } });
        expect(parseExpression(text)).toMatchObject({ kind: 'String', value, style });
      }),
    );
  });

  it('gives the same name for every text in quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (value) => {
        const ident = { value, quoted: true, span: { line: 1, column: 1, offset: 0 } };
        expect(parseExpression(formatExpression({ kind: 'Name', parts: [ident], span: ident.span }))).toMatchObject({
          kind: 'Name',
          parts: [{ value, quoted: true }],
        });
      }),
    );
  });
});
