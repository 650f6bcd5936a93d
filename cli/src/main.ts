#!/usr/bin/env node
import { EXIT } from './exit-codes.js';
import { processIo } from './io.js';
import { run } from './program.js';

// Exits immediately, because a normal exit would wait for responses. Started operations continue on the server.
process.on('SIGINT', () => process.exit(EXIT.interrupted));
// The reader of a pipe has closed it, e.g. `head`.
process.stdout.on('error', () => process.exit(EXIT.ok));

process.exitCode = await run(process.argv.slice(2), processIo());
// A pipe or terminal that stays open would keep the process running.
process.stdin.destroy();
