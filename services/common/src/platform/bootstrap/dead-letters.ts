import 'reflect-metadata';
import type { BaseValues } from '../../core/config/base-config.js';
import { loadConfig } from '../../core/config/load-config.js';
import { createDataSource } from '../../data/database/data-source.js';
import { Database } from '../../data/database/database.js';
import { isId } from '../../data/database/new-id.js';
import { DeadLetters } from '../../messaging/dead-letters/dead-letters.js';
import { exitWithError } from './exit-with-error.js';
import type { ServiceDefinition } from './service-definition.js';

const USAGE = 'usage: dead-letters list | replay <id> | replay all';

/**
 * Implements the service's dead-letter command. `replay` only marks the letters; the running service retries them
 * within seconds, and letters that still fail stay in the list.
 *
 * @example
 *   // dead-letters.ts
 *   await deadLetters(billing);
 */
export async function deadLetters<T extends BaseValues>(
  definition: ServiceDefinition<T>,
  [verb, which]: string[] = process.argv.slice(2),
): Promise<void> {
  try {
    const { DATABASE_URL: url } = loadConfig(definition.config, process.env);
    const source = await createDataSource({ url, applicationName: 'dead-letters' }).initialize();
    try {
      const store = new DeadLetters(new Database(source));
      process.stdout.write(`${await run(store, verb, which)}\n`);
    } finally {
      await source.destroy();
    }
  } catch (error) {
    exitWithError(`${definition.name}'s dead letters`, error);
  }
}

async function run(store: DeadLetters, verb?: string, which?: string): Promise<string> {
  if (verb === 'list') return JSON.stringify(await store.list(), undefined, 2);
  if (verb !== 'replay' || which === undefined) throw new Error(USAGE);
  if (which !== 'all' && !isId(which)) throw new Error(USAGE);
  const count = await store.replay(which === 'all' ? 'all' : { id: which });
  return `${count} marked for replay`;
}
