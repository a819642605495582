import { expect, test } from 'vitest';
import { stablePlanText } from './plan-text.js';

test('a plan loses what varies and keeps what it says', () => {
  const text = [
    'ShuffleWriterExec: job_id=aB3-x, partitions=16  ',
    '  SortExec: expr=[a ASC], metrics=[output_rows=5, elapsed_compute=1.234ms, build_time=12ns, build_mem_used=4096]',
    '    FileScanExec: /tmp/data-1/t/part-0.parquet, host=127.0.0.1:50051',
    '',
  ].join('\n');
  expect(stablePlanText(text, { paths: { '/tmp/data-1': '$DATA', '/tmp/data-1/t': '$T' } })).toBe(
    [
      'ShuffleWriterExec: job_id=<slt:ignore>, partitions=16',
      '  SortExec: expr=[a ASC], metrics=[output_rows=5, elapsed_compute=<slt:ignore>, build_time=<slt:ignore>, build_mem_used=<slt:ignore>]',
      '    FileScanExec: $T/part-0.parquet, host=127.0.0.1:<slt:ignore>',
    ].join('\n'),
  );
});

test('a column that only sounds like a time stays', () => {
  expect(stablePlanText('Filter: event_time=5 AND jobs = 3')).toBe('Filter: event_time=5 AND jobs = 3');
});
