import type { SessionConfig } from '@ballista-ts/core';
import type { SqlParserOptions } from './parser/parser.js';

/** How a session reads SQL: its dialect and its limit on nesting. */
export const sqlParserOptions = (config: SessionConfig): SqlParserOptions => ({
  dialect: config.get('datafusion.sql_parser.dialect'),
  recursionLimit: config.get('datafusion.sql_parser.recursion_limit'),
});
