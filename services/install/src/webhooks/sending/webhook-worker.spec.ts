import type { Database } from '@casement/common/data/database/database.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { configureLogging } from '@casement/common/core/logging/logger.js';
import type { InstallConfig } from '../../config.js';
import type { WebhookDeliveriesRepository } from '../webhook-deliveries.repository.js';
import type { WebhookEndpointsRepository } from '../webhook-endpoints.repository.js';
import type { WebhookPauses } from './webhook-pauses.js';
import type { WebhookRunner } from './webhook-runner.js';
import { WebhookWorker } from './webhook-worker.js';

describe(WebhookWorker.name, () => {
  beforeAll(() => configureLogging('test', 'silent'));

  it.each(['pauseFailing', 'giveUpOverdue', 'erasePreviousSecrets', 'deleteOld'] as const)(
    'runs the remaining maintenance jobs if %s fails',
    async (failing) => {
      const tasks = {
        pauseFailing: jest.fn(() => Promise.resolve()),
        giveUpOverdue: jest.fn(() => Promise.resolve(0)),
        erasePreviousSecrets: jest.fn(() => Promise.resolve()),
        deleteOld: jest.fn(() => Promise.resolve({ records: [], affected: 0 })),
      };
      tasks[failing].mockRejectedValue(new Error('the statement timed out'));
      const manager = { queryRunner: { query: tasks.deleteOld } };
      const db = { manager } as unknown as Database;
      const jobs = new Jobs(db);
      new WebhookWorker(
        { INSTALL_WORKER: false, INSTALL_LEASE_SECONDS: 30 } as InstallConfig,
        db,
        jobs,
        {} as WebhookRunner,
        tasks as unknown as WebhookEndpointsRepository,
        tasks as unknown as WebhookDeliveriesRepository,
        tasks as unknown as WebhookPauses,
      );
      jobs.start();
      await new Promise((resolve) => setImmediate(resolve));
      await jobs.beforeApplicationShutdown();
      for (const task of Object.values(tasks)) expect(task).toHaveBeenCalled();
    },
  );
});
