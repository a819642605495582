import { defineConfig } from '../define.js';
import { bool, float, text } from '../kinds.js';

/** Faults on purpose. */
export const ballistaTestingConfig = defineConfig({
  'ballista.testing.chaos_execution.enabled': bool({
    default: false,
    doc: 'Puts an operator that fails on purpose into one place of each job.',
  }),
  'ballista.testing.chaos_execution.probability': float({
    default: 0.25,
    min: 0,
    max: 1,
    doc: 'How likely that operator is to fail, for each partition.',
  }),
  'ballista.testing.chaos_execution.fault_type': text({
    default: 'transient',
    expected: 'transient, fatal, panic, delay or delay:<milliseconds>',
    check: (value) => (/^(?:transient|fatal|panic|delay|delay:\d{1,9})$/.test(value) ? undefined : ''),
    doc: 'What it does: transient (a fault that a retry heals), fatal (one that fails the job), panic (the worker breaks), delay or delay:N (waits N milliseconds on every batch).',
  }),
  'ballista.testing.chaos_execution.seed': text({
    default: '',
    expected: 'a whole number, or nothing',
    check: (value) => (/^\d{0,20}$/.test(value) ? undefined : ''),
    doc: 'Seed of the faults, so that a run can be repeated. Empty: another one each time.',
  }),
});
