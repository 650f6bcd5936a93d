import type { BaseValues } from '../../core/config/base-config.js';
import { loadConfig } from '../../core/config/load-config.js';
import { createDataSource, type MigrationClass } from '../../data/database/data-source.js';
import { Database } from '../../data/database/database.js';
import type { ServiceDefinition } from '../bootstrap/service-definition.js';
import {
  checkBackup,
  checkCertificates,
  checkClock,
  checkNats,
  checkQueues,
  checkTestedSystems,
  ok,
  problem,
  type Finding,
} from './checks.js';

const MARKS = { ok: 'ok     ', warning: 'WARNING', problem: 'PROBLEM' };

/**
 * Command of a service that checks its running installation and prints what to do. Changes nothing. Ends the process,
 * with exit code 1 if there is a problem.
 *
 * @param more checks that only this service has
 * @example // doctor.ts: await doctor(billing);
 */
export async function doctor<T extends BaseValues>(
  definition: Pick<ServiceDefinition<T>, 'name' | 'config' | 'database'>,
  more: (config: T) => Promise<Finding[]> = () => Promise.resolve([]),
): Promise<void> {
  const findings = await examine(definition, more);
  const text = `${definition.name}\n${findings.map(lineOf).join('')}`;
  const code = findings.some(({ level }) => level === 'problem') ? 1 : 0;
  // A server that accepts connections and never answers leaves a socket open, which would keep the process running.
  process.stdout.write(text, () => process.exit(code));
}

export async function examine<T extends BaseValues>(
  {
    name,
    config: configClass,
    database,
  }: Pick<ServiceDefinition<T>, 'name' | 'config' | 'database'>,
  more: (config: T) => Promise<Finding[]>,
): Promise<Finding[]> {
  let config: T;
  try {
    config = loadConfig(configClass, process.env);
  } catch (error) {
    return [problem('settings', (error as Error).message, 'Correct these variables.')];
  }
  const folders = [config.IDENTITY_DIR, config.NATS_TLS_DIR].filter(Boolean);
  const groups = await Promise.all([
    checkDatabase(config.DATABASE_URL, database.migrations),
    checkNats(config, name),
    ...folders.map((folder) => guarded('certificates', checkCertificates(folder))),
    guarded('checks', more(config)),
  ]);
  return [ok('settings', 'all valid'), ...groups.flat()];
}

async function checkDatabase(
  url: string,
  migrations: readonly MigrationClass[],
): Promise<Finding[]> {
  const source = createDataSource({ url, applicationName: 'doctor', migrations: [...migrations] });
  try {
    await source.initialize();
    if (await source.showMigrations()) {
      return [
        problem(
          'database',
          'migrations are missing',
          'Run the migration of this version (docs/upgrading.md).',
        ),
      ];
    }
    const db = new Database(source);
    return [
      ok('database', 'reachable, all migrations applied'),
      await checkClock(db),
      ...(await checkQueues(db)),
      await checkBackup(db),
      ...(await checkTestedSystems(db)),
    ];
  } catch (error) {
    const remedy = 'Check DATABASE_URL, the password and the network.';
    return [problem('database', (error as Error).message, remedy)];
  } finally {
    if (source.isInitialized) await source.destroy();
  }
}

/** A check that fails itself is a finding, so that the others are still printed. */
async function guarded(name: string, check: Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check;
  } catch (error) {
    return [problem(name, (error as Error).message, 'This check could not run.')];
  }
}

function lineOf({ name, level, found, remedy }: Finding): string {
  const line = `  ${MARKS[level]} ${name}: ${found}\n`;
  return remedy ? `${line}          ${remedy}\n` : line;
}
