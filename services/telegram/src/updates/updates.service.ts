import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import type { HeldLease } from '@casement/common/data/jobs/held-lease.js';
import type { NamedLeaseEntity } from '@casement/common/data/jobs/named-lease.js';
import type { Update } from '../bots/bot-api.types.js';
import type { BotName } from '../bots/bot-name.js';
import { BotsService } from '../bots/bots.service.js';
import { CommandsService, type Decision } from '../chats/commands.service.js';

export type ReplicaLease = Pick<HeldLease<NamedLeaseEntity>, 'signal' | 'hold'>;

/** Applies an update's changes and moves the bot's offset in one transaction. */
@Injectable()
export class UpdatesService {
  constructor(
    private readonly db: Database,
    private readonly bots: BotsService,
    private readonly commands: CommandsService,
  ) {}

  /**
   * Handles an update unless it was already handled.
   *
   * @returns false if the bot was stopped in the meantime, without any change
   * @throws LeaseLost
   */
  async handle(lease: ReplicaLease, name: BotName, update: Update): Promise<boolean> {
    const { effect, isMessage, isCommand } = await this.commands.decide(name, update);
    const counted = { messages: Number(isMessage), commands: Number(isCommand) };
    return this.record(lease, name, update, counted, effect);
  }

  /** Advances past an update without applying its effect. */
  skip(lease: ReplicaLease, name: BotName, update: Update): Promise<boolean> {
    return this.record(lease, name, update, { messages: 0, commands: 0 }, () => Promise.resolve());
  }

  async identify(lease: ReplicaLease, name: BotName, botId: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      await lease.hold(tx);
      await this.bots.identified(tx, name, botId);
    });
  }

  private record(
    lease: ReplicaLease,
    name: BotName,
    { update_id: updateId }: Update,
    counted: { messages: number; commands: number },
    effect: Decision['effect'],
  ): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      await lease.hold(tx);
      const outcome = await this.bots.advance(tx, name, updateId, counted);
      if (outcome === 'new') await effect(tx);
      return outcome !== 'stopped';
    });
  }
}
