// The command as a process of its own, the way the cli runs it.
import { main } from '../../dist/index.js';

process.exitCode = await main(process.argv.slice(2));
