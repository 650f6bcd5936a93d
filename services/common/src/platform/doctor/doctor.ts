import type { BaseValues } from '../../core/config/base-config.js';
import { loadConfig } from '../../core/config/load-config.js';
import { createDataSource, type MigrationClass } from '../../data/database/data-source.js';
import { Database } from '../../data/database/database.js';
import type { ServiceDefinition } from '../bootstrap/service-definition.js';
import { checkCertificates } from './certificates.js';
import { checkBackup, checkClock, checkNats, checkQueues, checkTestedSystems } from './checks.js';
import { guarded, ok, problem, report, type Finding } from './findings.js';

/** Checks that a service adds to those of all services. */
export interface OwnChecks<T> {
  checks?: (config: T) => Promise<Finding[]>;
  /** Returns the external systems that the settings use, by `ExternalDependency.name`. */
  externalSystems?: (config: T) => string[];
}

/**
 * Command of a service that checks its running installation and prints what to do. Changes nothing. Ends the process,
 * with exit code 1 if there is a problem.
 *
 * @example // doctor.ts: await doctor(security);
 */
export async function doctor<T extends BaseValues>(
  definition: Pick<ServiceDefinition<T>, 'name' | 'config' | 'database'>,
  own: OwnChecks<T> = {},
): Promise<void> {
  report(definition.name, await examine(definition, own));
}

export async function examine<T extends BaseValues>(
  {
    name,
    config: configClass,
    database,
  }: Pick<ServiceDefinition<T>, 'name' | 'config' | 'database'>,
  { checks, externalSystems }: OwnChecks<T>,
): Promise<Finding[]> {
  let config: T;
  try {
    config = loadConfig(configClass, process.env);
  } catch (error) {
    return [problem('settings', (error as Error).message, 'Correct these variables.')];
  }
  const identity = config.GRPC_IDENTITY === 'off' ? '' : config.IDENTITY_DIR;
  const folders = [identity, config.NATS_TLS_DIR].filter(Boolean);
  const groups = await Promise.all([
    checkDatabase(config.DATABASE_URL, database.migrations, externalSystems?.(config) ?? []),
    checkNats(config, name),
    ...folders.map((folder) => guarded('certificates', checkCertificates(folder))),
    ...(checks ? [guarded('checks', checks(config))] : []),
  ]);
  return [ok('settings', 'all valid'), ...groups.flat()];
}

async function checkDatabase(
  url: string,
  migrations: readonly MigrationClass[],
  externalSystems: readonly string[],
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
      ...(await checkTestedSystems(db, externalSystems)),
    ];
  } catch (error) {
    const remedy = 'Check DATABASE_URL, the password and the network.';
    return [problem('database', (error as Error).message, remedy)];
  } finally {
    if (source.isInitialized) await source.destroy();
  }
}
