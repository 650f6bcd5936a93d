import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import type { HeldLease } from '@casement/common/data/jobs/held-lease.js';
import type { NamedLeaseEntity } from '@casement/common/data/jobs/named-lease.js';
import type { Update } from '../bots/bot-api.types.js';
import type { BotName } from '../bots/bot-name.js';
import { BotsRepository } from '../bots/bots.repository.js';
import { CommandsService } from '../chats/commands.service.js';

export type ReplicaLease = Pick<HeldLease<NamedLeaseEntity>, 'signal' | 'hold'>;

/** The changes of an update and the bot's offset are one transaction. */
@Injectable()
export class UpdatesService {
  constructor(
    private readonly db: Database,
    private readonly bots: BotsRepository,
    private readonly commands: CommandsService,
  ) {}

  /**
   * Handles an update, unless it was handled before.
   *
   * @returns false when the bot was stopped meanwhile: nothing was changed
   * @throws LeaseLost
   */
  async handle(lease: ReplicaLease, name: BotName, update: Update): Promise<boolean> {
    const { effect, isMessage, isCommand } = await this.commands.decide(name, update);
    const counted = { messages: Number(isMessage), commands: Number(isCommand) };
    return this.record(lease, name, update, counted, effect);
  }

  /** Passes over an update without its effect. */
  skip(lease: ReplicaLease, name: BotName, update: Update): Promise<boolean> {
    return this.record(lease, name, update, { messages: 0, commands: 0 }, () => Promise.resolve());
  }

  async identify(lease: ReplicaLease, name: BotName, botId: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      await lease.hold(tx);
      await this.bots.identify(tx, name, botId);
    });
  }

  private record(
    lease: ReplicaLease,
    name: BotName,
    { update_id: updateId }: Update,
    counted: { messages: number; commands: number },
    effect: Effect,
  ): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      await lease.hold(tx);
      const bot = await this.bots.lock(tx, name);
      if (!bot.running) return false;
      const first = await this.bots.recordUpdate(tx, name, updateId);
      await this.bots.advance(tx, name, updateId + 1, first, counted);
      if (first) await effect(tx);
      return true;
    });
  }
}

type Effect = Awaited<ReturnType<CommandsService['decide']>>['effect'];
