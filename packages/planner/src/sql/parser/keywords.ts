/**
 * Words that cannot be an alias without AS: each may follow an expression of a SELECT list as the next part of the statement.
 */
export const reservedForColumnAlias: ReadonlySet<string> = new Set([
  ...[
    'WITH',
    'EXPLAIN',
    'ANALYZE',
    'SELECT',
    'FROM',
    'INTO',
    'WHERE',
    'GROUP',
    'HAVING',
    'QUALIFY',
    'WINDOW',
    'ORDER',
    'SORT',
  ],
  ...[
    'TOP',
    'LATERAL',
    'VIEW',
    'LIMIT',
    'OFFSET',
    'FETCH',
    'UNION',
    'EXCEPT',
    'INTERSECT',
    'MINUS',
    'EXCLUDE',
    'CLUSTER',
  ],
  ...['DISTRIBUTE', 'RETURNING', 'END', 'ON', 'USING', 'WHEN', 'THEN', 'ELSE', 'AS'],
]);

/** The same for a table in FROM. */
export const reservedForTableAlias: ReadonlySet<string> = new Set([
  ...[
    'WITH',
    'EXPLAIN',
    'ANALYZE',
    'SELECT',
    'FROM',
    'WHERE',
    'GROUP',
    'HAVING',
    'QUALIFY',
    'WINDOW',
    'ORDER',
    'SORT',
    'TOP',
  ],
  ...[
    'PIVOT',
    'UNPIVOT',
    'LATERAL',
    'VIEW',
    'LIMIT',
    'OFFSET',
    'FETCH',
    'UNION',
    'EXCEPT',
    'INTERSECT',
    'MINUS',
    'ON',
    'JOIN',
  ],
  ...[
    'INNER',
    'CROSS',
    'FULL',
    'LEFT',
    'RIGHT',
    'NATURAL',
    'USING',
    'CLUSTER',
    'DISTRIBUTE',
    'GLOBAL',
    'ANTI',
    'SEMI',
    'ASOF',
  ],
  ...['RETURNING', 'OUTER', 'SET', 'END', 'FOR', 'PARTITION', 'TABLESAMPLE', 'SAMPLE', 'MATCH_CONDITION', 'PREWHERE'],
  ...['SETTINGS', 'FORMAT', 'WHEN', 'AS', 'VALUES', 'OPEN', 'START', 'CONNECT'],
]);

/** Words that cannot begin an expression: they begin the next clause, and a column so named has to be quoted. */
export const reservedForExpression: ReadonlySet<string> = new Set([
  ...[
    'SELECT',
    'FROM',
    'WHERE',
    'GROUP',
    'HAVING',
    'QUALIFY',
    'ORDER',
    'LIMIT',
    'UNION',
    'INTERSECT',
    'EXCEPT',
    'INTO',
    'AS',
  ],
  ...['ON', 'USING', 'JOIN', 'AND', 'OR', 'WHEN', 'THEN', 'ELSE', 'WITH', 'LATERAL'],
]);

/** What ends a SELECT list, also after a trailing comma. */
export const selectListEnd: ReadonlySet<string> = new Set([
  ...[
    'FROM',
    'INTO',
    'WHERE',
    'GROUP',
    'HAVING',
    'QUALIFY',
    'WINDOW',
    'ORDER',
    'LIMIT',
    'OFFSET',
    'FETCH',
    'UNION',
    'EXCEPT',
  ],
  ...['INTERSECT', 'MINUS'],
]);

/** Functions that are called without parentheses. */
export const bareFunctions: ReadonlySet<string> = new Set([
  'CURRENT_DATE',
  'CURRENT_TIME',
  'CURRENT_TIMESTAMP',
  'LOCALTIME',
  'LOCALTIMESTAMP',
]);

/** Units that may follow the value of an INTERVAL, singular and plural. */
export const intervalUnits: ReadonlySet<string> = new Set(
  [
    ...[
      'NANOSECOND',
      'MICROSECOND',
      'MILLISECOND',
      'SECOND',
      'MINUTE',
      'HOUR',
      'DAY',
      'WEEK',
      'MONTH',
      'QUARTER',
      'YEAR',
    ],
    ...['DECADE', 'MILLENNIUM'],
  ]
    .flatMap((unit) => [unit, `${unit}S`])
    .concat(['CENTURY', 'CENTURIES', 'MILLENNIA']),
);
