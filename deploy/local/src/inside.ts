import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { serviceNames, type ServiceName } from './addresses.js';
import { serviceEnvironment } from './environment.js';
import { isAlive } from './processes/process-identity.js';
import { builtPrograms, variablesOfAll } from './programs.js';
import { readRun } from './processes/run-file.js';
import { loadSecrets } from './secrets.js';
import { readSettings } from './settings.js';

/**
 * `node inside.js SERVICE PROGRAM ARGUMENT…` runs a service's command (an import, a repair) in the environment of
 * that service in the running `make start`: same database, same keys.
 */
async function main([service, program, ...args]: string[]): Promise<number> {
  if (!program || !serviceNames.includes(service as ServiceName)) {
    console.error(`usage: inside.js ${serviceNames.join('|')} PROGRAM [ARGUMENT...]`);
    return 2;
  }
  const settings = readSettings(process.env);
  const run = readRun(join(settings.dataDir, 'run.json'));
  if (!run?.wiring || !isAlive(run.owner)) {
    console.error('Casement is not running. Start it with `make start` in another terminal.');
    return 3;
  }
  const secrets = loadSecrets(settings.dataDir);
  const variables = await variablesOfAll(builtPrograms.variables);
  const context = { ...run.wiring, settings, secrets, variables };
  const env = { ...serviceEnvironment(service as ServiceName, context), LOG_LEVEL: 'warn' };
  const result = spawnSync(process.execPath, [program, ...args], { env, stdio: 'inherit' });
  return result.status ?? 1;
}

process.exitCode = await main(process.argv.slice(2));
