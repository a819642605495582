import { Command, InvalidArgumentError, Option } from 'commander';
import { interruptible } from '../interrupt.js';

const positive = (text: string): number => {
  const value = Number(text);
  if (!(value > 0) || !Number.isFinite(value)) throw new InvalidArgumentError('it must be a number above 0.');
  return value;
};
const positiveInteger = (text: string): number => {
  const value = positive(text);
  if (!Number.isInteger(value)) throw new InvalidArgumentError('it must be a whole number above 0.');
  return value;
};

interface GenerateOptions {
  readonly scale: number;
  readonly output: string;
  readonly format: 'parquet' | 'tbl';
  readonly parts: number;
}

/** `ballista generate tpch --scale 0.1 --output dir`. */
export function generateCommand(): Command {
  const tpch = new Command('tpch')
    .description('write the eight tables of TPC-H, the same bits as the official generator')
    .requiredOption('--scale <factor>', 'scale factor; 1 is about 1 GB of text', positive)
    .requiredOption('--output <directory>', 'where the tables go')
    .addOption(new Option('--format <format>', 'file format').choices(['parquet', 'tbl']).default('parquet'))
    .option('--parts <count>', 'files per table', positiveInteger, 1)
    .action(async (options: GenerateOptions) => {
      const { generateTpch } = await import('@ballista-ts/tpch');
      await interruptible(async (signal) => {
        await generateTpch({
          scale: options.scale,
          directory: options.output,
          format: options.format,
          parts: options.parts,
          signal,
        });
      });
    });
  return new Command('generate').description('generate benchmark data').addCommand(tpch);
}
