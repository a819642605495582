import type { Explain, ExplainOption } from '../ast/session.js';
import type { Statement } from '../ast/statement.js';
import type { Parser } from './parser.js';

/** `EXPLAIN [ANALYZE] [VERBOSE] [FORMAT f] statement` or `EXPLAIN (option [value], ..) statement`. */
export function parseExplain(p: Parser, statement: () => Statement): Explain {
  const span = p.span();
  p.expectKeyword('EXPLAIN');
  if (isOptionList(p)) {
    const options = p.parenthesized(() => parseOption(p));
    return { kind: 'Explain', analyze: false, verbose: false, options, statement: p.nested(statement), span };
  }
  const analyze = p.acceptKeyword('ANALYZE');
  const verbose = p.acceptKeyword('VERBOSE');
  let format: string | undefined;
  if (p.acceptKeyword('FORMAT')) {
    p.acceptOp('=');
    format = p.peek().kind === 'string' ? p.stringLiteral() : p.identifier('an explain format').value;
  }
  return {
    kind: 'Explain',
    analyze,
    verbose,
    ...(format !== undefined && { format }),
    options: [],
    statement: p.nested(statement),
    span,
  };
}

/** A parenthesis also opens a query: `EXPLAIN (SELECT 1) UNION ..`. Options are words that begin no query. */
function isOptionList(p: Parser): boolean {
  if (!p.isOp('(') || p.peek(1).kind !== 'word') return false;
  return !['SELECT', 'WITH', 'FROM', 'VALUES'].includes(p.keyword(1));
}

function parseOption(p: Parser): ExplainOption {
  const span = p.span();
  const name = p.identifier('an option').value.toUpperCase();
  const token = p.peek();
  if (token.kind !== 'word' && token.kind !== 'string' && token.kind !== 'number') return { name, span };
  p.next();
  return { name, value: token.value, span };
}
