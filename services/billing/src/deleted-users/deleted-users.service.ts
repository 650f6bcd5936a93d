import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CallbacksRepository } from '../callbacks/callbacks.repository.js';
import { Settlement } from '../topups/settlement.js';
import { TopupsRepository } from '../topups/topups.repository.js';
import { ClosedAccounts } from '../topups/closed-accounts.repository.js';

/**
 * What billing does when a user is deleted (DESIGN, Money). The ledger and the top-ups stay, under an id that
 * no longer leads to a person; what could identify the person is erased.
 */
@Injectable()
export class DeletionService {
  constructor(
    private readonly closed: ClosedAccounts,
    private readonly topups: TopupsRepository,
    private readonly callbacks: CallbacksRepository,
    private readonly settlement: Settlement,
  ) {}

  /** Closes open top-ups and erases how they were to be paid and the gateway's reports of them. Idempotent. */
  async deleteUser(tx: EntityManager, userId: string): Promise<void> {
    // First: every later holder of a top-up's lock finds the account closed.
    await this.closed.close(tx, userId);
    for (const topup of await this.topups.lockOpenOf(tx, userId)) {
      await this.settlement.close(tx, topup);
    }
    await this.topups.erase(tx, userId);
    await this.callbacks.eraseOf(tx, userId);
  }
}
