import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { AccountClosureService } from '../account-closure/account-closure.service.js';
import { BatchesService } from '../batches/batches.service.js';
import { DesktopTicketsService } from '../desktops/desktop-tickets.service.js';
import { InstallsService } from '../installs/installs.service.js';
import { ScriptsService } from '../scripts/scripts.service.js';
import { VpsChecksService } from '../vps-checks/vps-checks.service.js';
import { WebhooksService } from '../webhooks/webhooks.service.js';

const log = logger('deleted-users');

/** This service's part in the deletion of a user. It first refuses new work, then erases all the user's data. */
@Injectable()
export class DeletedUsersService {
  constructor(
    private readonly db: Database,
    private readonly closure: AccountClosureService,
    private readonly checks: VpsChecksService,
    private readonly batches: BatchesService,
    private readonly desktops: DesktopTicketsService,
    private readonly installs: InstallsService,
    private readonly scripts: ScriptsService,
    private readonly webhooks: WebhooksService,
  ) {}

  /**
   * Idempotent per deletion.
   * @returns the number of unfinished installs; if it is above 0 the caller must undo the deletion
   * @throws CONFLICT if a newer deletion has started
   */
  close(userId: string, deletionId: string): Promise<number> {
    return this.db.transaction(async (tx) => {
      await this.closure.close(tx, userId, deletionId);
      return this.installs.countUnfinished(tx, userId);
    });
  }

  /** Idempotent. @returns false if a newer deletion has closed the account */
  reopen(userId: string, deletionId: string): Promise<boolean> {
    return this.db.transaction((tx) => this.closure.reopen(tx, userId, deletionId));
  }

  /** Erases everything this service stores of a deleted user. Idempotent. */
  erase(userId: string): Promise<void> {
    return this.db.transaction(async (tx) => {
      await this.closure.closePermanently(tx, userId);
      // Auth asked before deleting. If an install was revived since then, its machine must not be left half written.
      if ((await this.installs.countUnfinished(tx, userId)) > 0) {
        throw new Error(`deleted user ${userId} has an install in progress`);
      }
      await this.checks.eraseOf(tx, userId);
      await this.batches.eraseOf(tx, userId);
      await this.desktops.eraseOf(tx, userId);
      await this.installs.eraseOf(tx, userId);
      await this.scripts.eraseOf(tx, userId);
      await this.webhooks.eraseOf(tx, userId);
      log.info({ userId }, 'erased the data of a deleted user');
    });
  }
}
