import { textParameter } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { BoundedCache } from '../../text/bounded-cache.js';
import { truncator } from '../../time/truncate.js';
import { timestampParameter } from './temporal-parameter.js';

/** `date_trunc(unit, x)`: the beginning of the unit that holds x, on the clock of x's zone. */
export const dateTrunc = defineScalarFunction({
  name: 'date_trunc',
  aliases: ['datetrunc'],
  parameters: [textParameter('unit'), timestampParameter('x', { times: true })],
  returns: ([, x]) => x!.type,
  prepare: ({ args }) => {
    const units = new BoundedCache(16, (unit) => truncator(unit, args[1]!.type));
    return ([unit, value]) => units.get(unit as string)(value!);
  },
  doc: {
    section: 'Time and date',
    summary:
      'Cuts a timestamp or time down to year, quarter, month, week, day, hour, minute, second, millisecond or microsecond.',
    syntax: 'date_trunc(unit, x)',
    example: "date_trunc('month', TIMESTAMP '2024-05-06 07:08:09') -- 2024-05-01T00:00:00",
  },
});
