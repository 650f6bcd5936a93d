#!/usr/bin/env node
import { EXIT } from './exit-codes.js';
import { processIo } from './io.js';
import { run } from './program.js';

// Ends at once, where an exit would wait for answers: what was started goes on at the server.
process.on('SIGINT', () => process.exit(EXIT.interrupted));
// The reader of a pipe has enough, e.g. `head`.
process.stdout.on('error', () => process.exit(EXIT.ok));

process.exitCode = await run(process.argv.slice(2), processIo());
