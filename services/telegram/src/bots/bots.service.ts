import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { ExternalDependencies } from '@casement/common/platform/operations/external-dependencies.js';
import type { BotInfo } from '@casement/proto/http/telegram/telegram.js';
import { BotApiError, reasonOf } from './bot-api.errors.js';
import { BotApis } from './bot-apis.js';
import { BotIdentity } from './bot-identity.js';
import type { BotName } from './bot-name.js';
import type { BotEntity } from './bot.entity.js';
import { botErrors, TelegramUnavailable } from './bots.errors.js';
import { BotsRepository } from './bots.repository.js';

export interface BotReport {
  row: BotEntity;
  isRunning: boolean;
  /** `null` without a valid token, or if Telegram does not answer and nothing is cached. */
  info: BotInfo | null;
  users: number;
}

export type BotState = Awaited<ReturnType<BotsService['get']>>;

/** State and administration of the two bots. The pollers of all replicas read the state from the database. */
@Injectable()
export class BotsService {
  constructor(
    private readonly db: Database,
    private readonly bots: BotsRepository,
    private readonly apis: BotApis,
    private readonly identity: BotIdentity,
    private readonly audit: Audit,
    dependencies: ExternalDependencies,
  ) {
    dependencies.add({
      name: 'telegram-bot',
      isConfigured: () => apis.find('primary') !== null,
      ask: async () => {
        const bot = await apis.find('primary')!.getMe();
        return `getMe: @${bot.username}, ${bot.first_name}, id ${bot.id}`;
      },
    });
  }

  get(name: BotName): Promise<BotEntity> {
    return this.bots.get(name);
  }

  /** Returns the bots that are running, each with the end of a pause that Telegram requested. */
  async running(): Promise<Map<BotName, { pausedUntil: Date | null }>> {
    const rows = (await this.bots.all()).filter((bot) => this.isRunning(bot));
    return new Map(rows.map(({ name, pausedUntil }) => [name, { pausedUntil }]));
  }

  async report(name: BotName): Promise<BotReport> {
    const [row, users] = await Promise.all([this.bots.get(name), this.bots.countChats(name)]);
    const info = await this.identify(row).catch((error: unknown) => {
      if (error instanceof BotApiError) return null;
      throw error;
    });
    return { row, isRunning: this.isRunning(row), info, users };
  }

  /** @throws TELEGRAM_UNAVAILABLE if Telegram neither confirms nor refuses the token */
  async info(name: BotName): Promise<BotInfo | null> {
    try {
      return await this.identify(await this.bots.get(name));
    } catch (error) {
      if (error instanceof BotApiError) throw new TelegramUnavailable(error.message);
      throw error;
    }
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

  /**
   * Stops the bot. After this resolves, no further update is handled.
   *
   * @throws BOT_NOT_RUNNING
   */
  async stop(name: BotName): Promise<BotReport> {
    await this.db.transaction(async (tx) => {
      const bot = await this.bots.lock(tx, name);
      if (!this.isRunning(bot)) throw botErrors.notRunning(name);
      await this.bots.setRunning(tx, name, false);
      await this.audit.record(tx, { action: 'bot.stopped', target: `bot:${name}` });
    });
    return this.report(name);
  }

  /**
   * Records the bot to which the token belongs. If it is a different bot than before, forgets the offset, the handled
   * updates and the chats.
   */
  identified(tx: EntityManager, name: BotName, botId: number): Promise<void> {
    return this.bots.identify(tx, name, botId);
  }

  succeeded(name: BotName): Promise<void> {
    return this.bots.clearProblem(name);
  }

  /** Counts a failed send. A flood limit pauses the bot; a refused token stops it. */
  async sendingFailed(name: BotName, error: BotApiError): Promise<void> {
    await this.bots.countError(name);
    if (error.problem === 'flooded') await this.bots.pauseFor(name, error.retryAfterSeconds);
    if (error.problem === 'unauthorized') await this.bots.setProblem(name, reasonOf(error), true);
  }

  /** Counts a failed poll and stores the reason for administrators. */
  async receivingFailed(name: BotName, error: BotApiError): Promise<void> {
    const reason =
      error.problem === 'conflict'
        ? `Another program receives this bot's messages with the same token. (${error.message})`
        : reasonOf(error);
    await this.bots.countError(name);
    await this.bots.setProblem(name, reason, error.problem === 'unauthorized');
  }

  /**
   * Advances the bot's offset past an update.
   *
   * @returns `stopped` if the bot is stopped and nothing was changed; `repeated` if the update was already handled
   */
  async advance(
    tx: EntityManager,
    name: BotName,
    updateId: number,
    counted: { messages: number; commands: number },
  ): Promise<'stopped' | 'repeated' | 'new'> {
    const bot = await this.bots.lock(tx, name);
    if (!bot.running) return 'stopped';
    const isNew = await this.bots.recordUpdate(tx, name, updateId);
    await this.bots.advance(tx, name, updateId + 1, isNew, counted);
    return isNew ? 'new' : 'repeated';
  }

  /** Returns whether the bot runs: not if Telegram has refused its token, even if it is set to run. */
  private isRunning(bot: BotEntity): boolean {
    return bot.running && !bot.tokenRefused && this.apis.find(bot.name) !== null;
  }

  /** Bypasses the cache if Telegram has refused the token, because it may have been replaced since. */
  private identify({ name, tokenRefused }: BotEntity): Promise<BotInfo | null> {
    return tokenRefused ? this.identity.ask(name) : this.identity.find(name);
  }

  /**
   * Requires a token that Telegram does not refuse. While Telegram is unreachable, any token is accepted; the bot
   * then runs once Telegram answers.
   */
  private async requireToken(name: BotName): Promise<void> {
    const info = await this.identity.ask(name).catch((error: unknown) => {
      if (error instanceof BotApiError) return undefined;
      throw error;
    });
    if (info === null) throw botErrors.tokenInvalid();
  }
}
