import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { withNewContext } from '@casement/common/context/request-context.js';
import { logger } from '@casement/common/logging/logger.js';
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
        log.warn({ err }, 'abandoned deletions not carried on yet'),
      );
    }, EVERY_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.round;
  }

  /** @returns how many were taken up */
  async sweep(now = new Date()): Promise<number> {
    const abandoned = await this.deletions.claimAbandoned(now);
    for (const deletion of abandoned) await this.service.advance(deletion);
    return abandoned.length;
  }
}
