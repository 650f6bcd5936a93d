import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { withNewContext } from '@casement/common/context/request-context.js';
import { logger } from '@casement/common/logging/logger.js';
import type { AccountDeletion } from './account-deletion.entity.js';
import { AccountDeletionRepository } from './account-deletion.repository.js';
import { AccountDeletionService } from './account-deletion.service.js';

const EVERY_MS = 5_000;
const log = logger('deletion-sweeper');

/** Carries on what a process that died, or a service that was away, has left. */
@Injectable()
export class DeletionSweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly deletions: AccountDeletionRepository,
    private readonly service: AccountDeletionService,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.round = withNewContext(() => this.sweep()).catch((err: unknown) =>
        log.warn({ err }, 'abandoned deletions not looked for'),
      );
    }, EVERY_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.round;
  }

  /** @returns how many were taken up */
  async sweep(now = new Date()): Promise<number> {
    let taken = 0;
    // One claim at a time: it must not run out while others are worked on.
    for (
      let deletion = await this.deletions.claimAbandoned(now);
      deletion;
      deletion = await this.deletions.claimAbandoned(now)
    ) {
      taken += 1;
      await this.carryOn(deletion);
    }
    return taken;
  }

  /** One that fails comes round again when its claim runs out; the others go on. */
  private async carryOn(deletion: AccountDeletion): Promise<void> {
    try {
      await this.service.advance(deletion);
    } catch (err) {
      log.warn({ userId: deletion.userId, err }, 'abandoned deletion not carried on yet');
    }
  }
}
