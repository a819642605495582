import {
  type AnalyzePlan,
  type ExplainFormat,
  type ExplainPlan,
  type LogicalPlan,
  NotYetSupportedError,
} from '@ballista-ts/core';
import type { Span } from '../../sql/ast/common.js';
import type { Explain, ExplainOption } from '../../sql/ast/session.js';
import type { Statement } from '../../sql/ast/statement.js';
import type { QueryLevel } from '../scope.js';

type Category = NonNullable<AnalyzePlan['categories']>[number];
const categories: readonly Category[] = ['rows', 'bytes', 'timing', 'uncategorized'];
const formats: readonly ExplainFormat[] = ['indent', 'tree', 'pgjson', 'graphviz'];

/** What the statement asks for, from either way of writing it. */
interface Settings {
  analyze: boolean;
  verbose: boolean;
  format: ExplainFormat | undefined;
  formatAt: Span;
  categories: readonly Category[] | undefined;
  timing: boolean | undefined;
  level: 'summary' | 'dev' | undefined;
  costs: boolean | undefined;
}

/** `EXPLAIN` and `EXPLAIN ANALYZE` in both of their forms. */
export function bindExplain(
  statement: Explain,
  level: QueryLevel,
  bind: (statement: Statement, level: QueryLevel) => LogicalPlan,
): ExplainPlan | AnalyzePlan {
  const { context } = level;
  const { config } = context;
  const settings: Settings = {
    analyze: statement.analyze,
    verbose: statement.verbose,
    format: statement.format === undefined ? undefined : toFormat(statement.format, statement.span, level),
    formatAt: statement.span,
    categories: undefined,
    timing: undefined,
    level: undefined,
    costs: undefined,
  };
  for (const option of statement.options) applyOption(option, settings, level);
  const input = bind(statement.statement, level);
  const { analyze, verbose } = settings;
  // VERBOSE shows every rewrite step, which only the indented form can.
  const format = settings.format ?? (verbose ? 'indent' : analyze ? 'indent' : config.get('datafusion.explain.format'));
  if (verbose && format !== 'indent')
    throw context.error(`EXPLAIN VERBOSE only supports the indent format, not ${format}`, settings.formatAt);
  if (!analyze) {
    if (settings.categories !== undefined || settings.level !== undefined || settings.timing !== undefined) {
      throw context.error('METRICS, LEVEL, TIMING and SUMMARY only make sense with ANALYZE', statement.span);
    }
    const showStatistics = settings.costs ?? config.get('datafusion.explain.show_statistics');
    return { kind: 'Explain', verbose, format, ...(showStatistics && { showStatistics }), input };
  }
  if (settings.costs === true) throw context.error('COSTS cannot be used with ANALYZE', statement.span);
  if (format !== 'indent' && format !== 'pgjson')
    throw context.error(
      `EXPLAIN ANALYZE only supports the indent and pgjson formats, not ${format}`,
      settings.formatAt,
    );
  const shown = withTiming(
    settings.categories ?? (config.get('datafusion.explain.analyze_categories') as readonly Category[]),
    settings.timing,
  );
  return {
    kind: 'Analyze',
    verbose,
    format,
    level: settings.level ?? config.get('datafusion.explain.analyze_level'),
    categories: shown,
    input,
  };
}

const withTiming = (shown: readonly Category[], timing: boolean | undefined): readonly Category[] =>
  timing === undefined
    ? shown
    : timing
      ? [...new Set([...shown, 'timing' as const])]
      : shown.filter((one) => one !== 'timing');

function toFormat(text: string, span: Span, level: QueryLevel): ExplainFormat {
  const format = formats.find((one) => one === text.toLowerCase());
  if (format === undefined) {
    throw level.context.error(
      `Invalid explain format. Expected 'indent', 'tree', 'pgjson' or 'graphviz'. Got '${text}'`,
      span,
    );
  }
  return format;
}

function applyOption(option: ExplainOption, settings: Settings, level: QueryLevel): void {
  const { context } = level;
  const { name, value, span } = option;
  switch (name) {
    case 'ANALYZE':
      settings.analyze = flag(option, level);
      return;
    case 'VERBOSE':
      settings.verbose = flag(option, level);
      return;
    case 'FORMAT':
      if (value === undefined) throw context.error('FORMAT needs a value', span);
      settings.format = toFormat(value, span, level);
      settings.formatAt = span;
      return;
    case 'METRICS':
      settings.categories = toCategories(option, level);
      return;
    case 'LEVEL':
      if (value?.toLowerCase() !== 'summary' && value?.toLowerCase() !== 'dev')
        throw context.error('LEVEL is summary or dev', span);
      settings.level = value.toLowerCase() as 'summary' | 'dev';
      return;
    case 'TIMING':
      settings.timing = flag(option, level);
      return;
    case 'SUMMARY':
      settings.level = flag(option, level) ? 'summary' : 'dev';
      return;
    case 'COSTS':
      settings.costs = flag(option, level);
      return;
    case 'BUFFERS':
    case 'WAL':
    case 'SETTINGS':
    case 'GENERIC_PLAN':
    case 'MEMORY':
      throw new NotYetSupportedError(`EXPLAIN option ${name}`);
    default:
      throw context.error(
        `Unknown EXPLAIN option ${name}: it is one of ANALYZE, VERBOSE, FORMAT, METRICS, LEVEL, TIMING, SUMMARY, COSTS`,
        span,
      );
  }
}

/** A switch: no value means on. */
function flag({ name, value, span }: ExplainOption, level: QueryLevel): boolean {
  switch (value?.toLowerCase()) {
    case undefined:
    case 'true':
    case 'on':
    case '1':
      return true;
    case 'false':
    case 'off':
    case '0':
      return false;
    default:
      throw level.context.error(`EXPLAIN option ${name} is true or false, not ${value}`, span);
  }
}

function toCategories({ value, span }: ExplainOption, level: QueryLevel): readonly Category[] {
  const text = value?.toLowerCase().trim();
  if (text === 'all') return categories;
  if (text === 'none') return [];
  const found = (text ?? '').split(',').map((one) => categories.find((category) => category === one.trim()));
  if (!found.every((one) => one !== undefined)) {
    throw level.context.error(`METRICS is 'all', 'none' or a list of ${categories.join(', ')}`, span);
  }
  return found;
}
