import { defineConfig } from '../define.js';
import { bool, oneOf, text } from '../kinds.js';

/** How values are written as text. */
export const datafusionFormatConfig = defineConfig({
  'datafusion.format.safe': bool({
    default: true,
    doc: 'Writes what went wrong into the cell, where otherwise the statement fails.',
  }),
  'datafusion.format.null': text({
    default: '',
    doc: 'Text of NULL.',
  }),
  'datafusion.format.date_format': text({
    optional: true,
    default: '%Y-%m-%d',
    doc: 'Pattern of dates.',
  }),
  'datafusion.format.datetime_format': text({
    optional: true,
    default: '%Y-%m-%dT%H:%M:%S%.f',
    doc: 'Pattern of dates with a time (Date64).',
  }),
  'datafusion.format.timestamp_format': text({
    optional: true,
    default: '%Y-%m-%dT%H:%M:%S%.f',
    doc: 'Pattern of timestamps without a zone.',
  }),
  'datafusion.format.timestamp_tz_format': text({
    optional: true,
    default: null,
    doc: 'Pattern of timestamps with a zone. NULL: RFC 3339.',
  }),
  'datafusion.format.time_format': text({
    optional: true,
    default: '%H:%M:%S%.f',
    doc: 'Pattern of times.',
  }),
  'datafusion.format.duration_format': oneOf(['pretty', 'ISO8601'], {
    default: 'pretty',
    doc: 'Form of durations: in words, or ISO 8601.',
  }),
  'datafusion.format.types_info': bool({
    default: false,
    doc: 'Puts a row with the types under the header.',
  }),
});
