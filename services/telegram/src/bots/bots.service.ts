import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import type { BotInfo } from '@casement/proto/http/telegram.js';
import { BotApiError } from './bot-api.errors.js';
import { BotApis } from './bot-apis.js';
import { BotIdentity } from './bot-identity.js';
import type { BotEntity } from './bot.entity.js';
import type { BotName } from './bot-name.js';
import { botErrors, TelegramNotAnswering } from './bots.errors.js';
import { BotsRepository } from './bots.repository.js';

export interface BotReport {
  row: BotEntity;
  isRunning: boolean;
  /** Null: no token, or one that Telegram refuses; also while nothing is cached and Telegram does not answer. */
  info: BotInfo | null;
  /** Accounts that have started it. */
  users: number;
}

/** Starts, stops and reports on the two bots. The pollers of all replicas follow the rows. */
@Injectable()
export class BotsService {
  constructor(
    private readonly db: Database,
    private readonly bots: BotsRepository,
    private readonly apis: BotApis,
    private readonly identity: BotIdentity,
    private readonly audit: Audit,
  ) {}

  /** A bot whose token Telegram refuses does not run, even when it is set to. */
  isRunning(bot: BotEntity): boolean {
    return bot.running && !bot.tokenRefused && this.apis.find(bot.name) !== null;
  }

  async report(name: BotName): Promise<BotReport> {
    const [row, users] = await Promise.all([this.bots.get(name), this.bots.countChats(name)]);
    const info = await this.identify(row).catch((error: unknown) => {
      if (error instanceof BotApiError) return null;
      throw error;
    });
    return { row, isRunning: this.isRunning(row), info, users };
  }

  /** @throws TELEGRAM_UNAVAILABLE when Telegram does not confirm or refuse the token */
  async info(name: BotName): Promise<BotInfo | null> {
    try {
      return await this.identify(await this.bots.get(name));
    } catch (error) {
      if (error instanceof BotApiError) throw new TelegramNotAnswering(error.message);
      throw error;
    }
  }

  /** After a refusal the cache is not used. */
  private identify({ name, tokenRefused }: BotEntity): Promise<BotInfo | null> {
    return tokenRefused ? this.identity.ask(name) : this.identity.find(name);
  }

  /** @throws BOT_ALREADY_RUNNING, BOT_TOKEN_INVALID */
  async start(name: BotName): Promise<BotReport> {
    await this.requireToken(name);
    await this.db.transaction(async (tx) => {
      const bot = await this.bots.lock(tx, name);
      if (this.isRunning(bot)) throw botErrors.alreadyRunning(name);
      await this.bots.setRunning(tx, name, true);
      await this.audit.record(tx, { action: 'bot.started', target: `bot:${name}` });
    });
    return this.report(name);
  }

  /** Once this resolves, no further update is handled. @throws BOT_NOT_RUNNING */
  async stop(name: BotName): Promise<BotReport> {
    await this.db.transaction(async (tx) => {
      const bot = await this.bots.lock(tx, name);
      if (!this.isRunning(bot)) throw botErrors.notRunning(name);
      await this.bots.setRunning(tx, name, false);
      await this.audit.record(tx, { action: 'bot.stopped', target: `bot:${name}` });
    });
    return this.report(name);
  }

  /** Only a clear refusal counts: while Telegram is unreachable a bot may be started, and runs once it is back. */
  private async requireToken(name: BotName): Promise<void> {
    const info = await this.identity.ask(name).catch((error: unknown) => {
      if (error instanceof BotApiError) return undefined;
      throw error;
    });
    if (info === null) throw botErrors.tokenInvalid();
  }
}
