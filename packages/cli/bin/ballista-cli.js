#!/usr/bin/env node
// A committed shim, so that package managers can link the command before the first build.
import { main } from '../dist/main.js';

process.exitCode = await main(['sql', ...process.argv.slice(2)]);
