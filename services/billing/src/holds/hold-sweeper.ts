import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { grpcClient } from '@casement/common/platform/grpc/grpc-client.js';
import { Identity } from '@casement/common/platform/identity/identity.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { BillingConfig } from '../config.js';
import { HoldsRepository } from './holds.repository.js';
import { HoldsService } from './holds.service.js';

const log = logger('hold-sweeper');
const BATCH = 200;

/**
 * Polls install about old holds, so that a lost event or an administrator's abandoned edit does not hold quota
 * forever.
 */
@Injectable()
export class HoldSweeper implements OnApplicationShutdown {
  private readonly installs;

  constructor(
    config: BillingConfig,
    identity: Identity,
    jobs: Jobs,
    private readonly repository: HoldsRepository,
    private readonly holds: HoldsService,
  ) {
    this.installs = grpcClient('install', {
      url: config.INSTALL_GRPC_URL,
      identity,
      deadlineMs: 5_000,
      idempotent: ['GetInstalls'],
    });
    jobs.every('hold-sweeper', config.HOLD_SWEEP_INTERVAL_MS, () => this.sweep());
  }

  onApplicationShutdown(): void {
    this.installs.close();
  }

  async sweep(): Promise<number> {
    const due = await this.repository.claimDue(BATCH);
    if (due.length === 0) return 0;
    const { installs } = await this.installs.GetInstalls({ ids: due.map((one) => one.installId) });
    const statuses = new Map(installs.map((install) => [install.id, install.status]));
    for (const hold of due) {
      const { installId } = hold;
      await this.holds
        .settleOpen(hold, statuses.get(installId) ?? null)
        // A hold that cannot be settled must not block the others. It becomes due in an hour.
        .catch((err: unknown) => log.error({ err, installId }, 'could not settle an old hold'));
    }
    log.info({ count: due.length }, 'old holds checked');
    return due.length;
  }
}
