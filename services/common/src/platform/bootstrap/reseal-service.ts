import { loadConfig } from '../../core/config/load-config.js';
import type { BaseValues } from '../../core/config/base-config.js';
import { SecretBox } from '../../core/crypto/secret-box.js';
import { createDataSource } from '../../data/database/data-source.js';
import { Database } from '../../data/database/database.js';
import { reseal, type SealedColumn } from '../../data/database/reseal.js';
import { exitWithError } from './exit-with-error.js';
import type { ServiceDefinition } from './service-definition.js';

/** Command of a service that seals its secrets with the first key of DATA_ENCRYPTION_KEY, and prints how many. */
export async function resealService<T extends BaseValues>(
  { name, config: configClass }: Pick<ServiceDefinition<T>, 'name' | 'config'>,
  columns: readonly SealedColumn[],
): Promise<void> {
  try {
    const config = loadConfig(configClass, process.env);
    const box = new SecretBox(config.DATA_ENCRYPTION_KEY);
    const source = await createDataSource({
      url: config.DATABASE_URL,
      applicationName: `${name}-reseal`,
      entities: [],
    }).initialize();
    try {
      for (const [column, count] of Object.entries(
        await reseal(new Database(source), box, columns),
      )) {
        process.stdout.write(`${column}: ${count} sealed again\n`);
      }
      process.stdout.write(`Every secret of ${name} is sealed with the key ${box.currentKey}.\n`);
    } finally {
      await source.destroy();
    }
  } catch (error) {
    exitWithError('the secrets were not all sealed again', error);
  }
}
