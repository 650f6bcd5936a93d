import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { serviceNames } from './addresses.js';
import { relayEnvironment, serviceEnvironment } from './environment.js';
import { isAlive } from './processes/process-identity.js';
import { builtPrograms, variablesOfAll } from './programs.js';
import { readRun } from './processes/run-file.js';
import { loadSecrets } from './secrets.js';
import { readSettings } from './settings.js';

/**
 * `node inside.js SERVICE PROGRAM ARGUMENT…` runs a command of a service or the desktop relay (an import, a repair) in
 * its environment in the running `make start`: same database, same keys.
 */
async function main([service, program, ...args]: string[]): Promise<number> {
  const names = [...serviceNames, 'desktop-relay'] as const;
  const name = names.find((known) => known === service);
  if (!program || !name) {
    console.error(`usage: inside.js ${names.join('|')} PROGRAM [ARGUMENT...]`);
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
  const own =
    name === 'desktop-relay'
      ? relayEnvironment(context, await builtPrograms.relay.variables())
      : serviceEnvironment(name, context);
  const env = { ...own, LOG_LEVEL: 'warn' };
  const result = spawnSync(process.execPath, [program, ...args], { env, stdio: 'inherit' });
  return result.status ?? 1;
}

process.exitCode = await main(process.argv.slice(2));
