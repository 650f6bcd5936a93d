// Deletes the demo's data folder, unless a demo is running.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@casement/local/paths.js';
import { isAlive } from '@casement/local/processes/process-identity.js';

const dataDir = process.env.DEMO_DATA_DIR ?? join(repositoryRoot, '.demo');
const runFile = join(dataDir, 'run.json');
if (existsSync(runFile) && isAlive(JSON.parse(readFileSync(runFile, 'utf8')).owner)) {
  console.error('The demo is running. Stop it with Ctrl-C first.');
  process.exit(1);
}
rmSync(dataDir, { recursive: true, force: true });
console.log(`Deleted ${dataDir}`);
