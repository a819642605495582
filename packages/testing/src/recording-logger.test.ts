import { expect, test } from 'vitest';
import { recordingLogger } from './recording-logger.js';

test('a recording logger keeps levels, messages and fields, and prints them all', () => {
  const logger = recordingLogger();
  logger.info('started');
  logger.warn('executor lost', { executorId: 'e1', bytes: 5n, error: new Error('gone') });
  expect(logger.lines.map(({ level, message }) => [level, message])).toEqual([
    ['info', 'started'],
    ['warn', 'executor lost'],
  ]);
  expect(logger.text()).toBe('info started {}\nwarn executor lost {"executorId":"e1","bytes":"5","error":"gone"}');
});
