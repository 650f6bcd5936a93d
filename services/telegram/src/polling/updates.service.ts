import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';
import type { Update } from '../bot-api/bot-api.types.js';
import type { BotName } from '../bots/bot-name.js';
import { BotsRepository } from '../bots/bots.repository.js';
import { CommandsService } from '../commands/commands.service.js';
import type { HeldLease } from '../leases/leased-work.js';

/** What an update changes, and how far the bot has read, are one transaction. */
@Injectable()
export class UpdatesService {
  constructor(
    private readonly db: Database,
    private readonly bots: BotsRepository,
    private readonly commands: CommandsService,
  ) {}

  /**
   * Works an update, unless it was worked before.
   *
   * @returns false when the bot was stopped meanwhile: nothing was changed
   * @throws LeaseLost
   */
  async work(held: HeldLease, name: BotName, update: Update): Promise<boolean> {
    const { effect, isMessage, isCommand } = await this.commands.decide(name, update);
    const counted = { messages: Number(isMessage), commands: Number(isCommand) };
    return this.take(held, name, update, counted, effect);
  }

  /** Goes past an update without its effect. */
  skip(held: HeldLease, name: BotName, update: Update): Promise<boolean> {
    return this.take(held, name, update, { messages: 0, commands: 0 }, () => Promise.resolve());
  }

  async identify(held: HeldLease, name: BotName, botId: number): Promise<void> {
    await this.db.transaction(async (tx) => {
      await held.guard(tx);
      await this.bots.identify(tx, name, botId);
    });
  }

  private take(
    held: HeldLease,
    name: BotName,
    { update_id: updateId }: Update,
    counted: { messages: number; commands: number },
    effect: Effect,
  ): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      await held.guard(tx);
      const bot = await this.bots.lock(tx, name);
      if (!bot.running) return false;
      const first = await this.bots.takeUpdate(tx, name, updateId);
      await this.bots.advance(tx, name, updateId + 1, first, counted);
      if (first) await effect(tx);
      return true;
    });
  }
}

type Effect = Awaited<ReturnType<CommandsService['decide']>>['effect'];
