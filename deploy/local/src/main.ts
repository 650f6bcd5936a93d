import { builtPrograms } from './programs.js';
import { run } from './run.js';

process.exitCode = await run(process.env, builtPrograms);
