import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';
import { logger } from '@casement/common/logging/logger.js';
import { pause } from '@casement/common/messaging/abortable.js';
import { BotApiError, sentenceOf } from '../bot-api/bot-api.errors.js';
import { BotApis } from '../bot-api/bot-apis.js';
import type { BotApi } from '../bot-api/bot-api.js';
import { BOT_NAMES, type BotName } from '../bots/bot-name.js';
import { BotsRepository } from '../bots/bots.repository.js';
import { BotsService } from '../bots/bots.service.js';
import { ChatsRepository } from '../chats/chats.repository.js';
import { TelegramConfig } from '../config.js';
import type { HeldLease } from '../leases/leased-work.js';
import { noticeText, toHtml } from '../notices/notice-texts.js';
import { BotHealth } from './bot-health.js';
import { NoticeQueueRepository, type DueNotice } from './notice-queue.repository.js';
import { plan, type BotState } from './plan.js';

const log = logger('bot-sender');
/** Times TELEGRAM_RETRY_MS until the next attempt; the last one repeats until the notice is given up. */
const BACK_OFF = [1, 2, 5, 15, 60, 300];
/** The same, for a look whether somebody can send what nobody could, and for trying a bot that was given up. */
const NOBODY = 15;
const PROBE = 30;

/** Brings notices to chats, by the first bot that can; hands them to the mails where none can. */
@Injectable()
export class BotSender {
  private readonly health: Record<BotName, BotHealth>;
  /** By the clock that nobody sets. */
  private lastCallAt = -Infinity;
  private toMails: () => void = () => undefined;

  constructor(
    private readonly config: TelegramConfig,
    private readonly db: Database,
    private readonly queue: NoticeQueueRepository,
    private readonly apis: BotApis,
    private readonly bots: BotsRepository,
    private readonly service: BotsService,
    private readonly chats: ChatsRepository,
  ) {
    const health = () =>
      new BotHealth(config.TELEGRAM_FALLBACK_MS, PROBE * config.TELEGRAM_RETRY_MS);
    this.health = { primary: health(), backup: health() };
  }

  /** @param listener called when a notice was handed to the mails */
  onHandedOver(listener: () => void): void {
    this.toMails = listener;
  }

  /** @returns false when the order of things has changed: a bot was stopped, paused or lost */
  async send(held: HeldLease, id: string): Promise<boolean> {
    const notice = await this.queue.load(id);
    if (!notice) return true;
    const way = plan({ ...notice.situation, bots: await this.states() }, new Date());
    switch (way.kind) {
      case 'telegram':
        return this.sendBy(held, notice, way.bot, way.chatId);
      case 'email':
        await this.queue.toMail(id);
        this.toMails();
        return true;
      case 'wait': {
        const until = way.until?.getTime() ?? Date.now() + NOBODY * this.config.TELEGRAM_RETRY_MS;
        const seconds = Math.max(0, until - Date.now()) / 1_000;
        await this.queue.postpone(id, { seconds, reason: way.reason, tried: false });
        return true;
      }
      case 'fail':
        await this.queue.end(id, 'failed', way.reason);
        return true;
      case 'skip':
        await this.queue.end(id, 'skipped', way.reason);
        return true;
    }
  }

  /**
   * Writes a message anew that was sent before.
   *
   * @returns `gone` where there is no such message any more, `later` where the bot can't at the moment
   */
  async rewrite(
    held: HeldLease,
    { bot, chatId, messageId }: { bot: BotName; chatId: string; messageId: number },
    html: string,
  ): Promise<'done' | 'gone' | 'later'> {
    const api = this.apis.find(bot);
    const { usable, pausedUntil } = (await this.states())[bot];
    if (!api || !usable || (pausedUntil?.getTime() ?? 0) > Date.now()) return 'later';
    await this.keepPace(held.signal);
    if (held.signal.aborted) return 'later';
    try {
      const found = await edited(api, chatId, messageId, html);
      this.health[bot].succeeded();
      return found ? 'done' : 'gone';
    } catch (error) {
      if (!(error instanceof BotApiError)) throw error;
      log.warn({ bot, problem: error.problem, reason: error.message }, 'message not edited');
      await this.learn(bot, chatId, error);
      return 'later';
    }
  }

  private async states(): Promise<Record<BotName, BotState>> {
    const rows = new Map((await this.bots.all()).map((row) => [row.name, row]));
    const stateOf = (name: BotName): BotState => {
      const row = rows.get(name);
      const running = row !== undefined && this.service.isRunning(row);
      const usable = running && this.health[name].isUsable(Date.now());
      return { usable, pausedUntil: row?.pausedUntil ?? null };
    };
    return Object.fromEntries(BOT_NAMES.map((name) => [name, stateOf(name)])) as Record<
      BotName,
      BotState
    >;
  }

  private async sendBy(
    held: HeldLease,
    notice: DueNotice,
    bot: BotName,
    chatId: string,
  ): Promise<boolean> {
    const api = this.apis.find(bot);
    if (!api) return false;
    await this.keepPace(held.signal);
    if (held.signal.aborted) return false;
    try {
      const messageId = await this.write(api, notice, bot, chatId);
      this.health[bot].succeeded();
      const pauseMs = this.config.TELEGRAM_CHAT_PAUSE_MS;
      await this.queue.sentByBot(notice.id, { bot, chatId, messageId }, pauseMs);
      return true;
    } catch (error) {
      if (!(error instanceof BotApiError)) throw error;
      await this.failed(notice, bot, chatId, error);
      return false;
    }
  }

  /** An install's later steps are written into its first message; where that is gone, they are new ones. */
  private async write(
    api: BotApi,
    notice: DueNotice,
    bot: BotName,
    chatId: string,
  ): Promise<number> {
    const html = toHtml(noticeText(notice, `${this.config.PUBLIC_URL}/dashboard`, notice.language));
    const { installId } = notice.content;
    if (notice.kind === 'install_progress' && typeof installId === 'string') {
      const known = await this.queue.progressMessage(installId, bot, chatId);
      if (known !== undefined && (await edited(api, chatId, known, html))) return known;
    }
    return api.sendMessage(chatId, { html });
  }

  private async failed(
    notice: DueNotice,
    bot: BotName,
    chatId: string,
    error: BotApiError,
  ): Promise<void> {
    const { id } = notice;
    const reason = error.message;
    log.warn({ noticeId: id, bot, problem: error.problem, reason }, 'notice not sent');
    await this.learn(bot, chatId, error);
    const again = (seconds: number) => this.queue.postpone(id, { seconds, reason, tried: true });
    switch (error.problem) {
      case 'flooded':
        return again(error.retryAfterSeconds);
      case 'blocked':
      case 'unauthorized':
        return again(0);
      case 'refused':
        log.error({ noticeId: id, bot, reason }, 'Telegram refuses this notice');
        return this.queue.end(id, 'failed', reason);
      case 'conflict':
      case 'unreachable':
        return again(this.backOffSeconds(notice.attempts));
    }
  }

  /** What a failure says of the bot and the chat, for whatever comes next. */
  private async learn(bot: BotName, chatId: string, error: BotApiError): Promise<void> {
    await this.bots.countError(bot);
    switch (error.problem) {
      case 'flooded':
        return this.bots.pauseFor(bot, error.retryAfterSeconds);
      case 'blocked':
        return this.db.transaction((tx) => this.chats.blocked(tx, bot, chatId));
      case 'unauthorized':
        return this.bots.setProblem(bot, sentenceOf(error), true);
      case 'refused':
        return;
      case 'conflict':
      case 'unreachable':
        this.health[bot].failed(Date.now());
    }
  }

  private backOffSeconds(attempts: number): number {
    const times = BACK_OFF[Math.min(attempts, BACK_OFF.length - 1)] ?? 1;
    return (times * this.config.TELEGRAM_RETRY_MS) / 1_000;
  }

  /** Telegram allows about 30 messages a second in all. */
  private async keepPace(signal: AbortSignal): Promise<void> {
    const turn = this.lastCallAt + 1_000 / this.config.TELEGRAM_MESSAGES_PER_SECOND;
    const left = () => turn - performance.now();
    // A timer may end a millisecond early, which adds up.
    while (left() > 0 && !signal.aborted) await pause(left(), signal);
    this.lastCallAt = performance.now();
  }
}

/** @returns false when there is no such message to edit any more */
async function edited(api: BotApi, chatId: string, messageId: number, html: string) {
  try {
    await api.editMessage(chatId, messageId, { html });
    return true;
  } catch (error) {
    if (!(error instanceof BotApiError) || error.problem !== 'refused') throw error;
    // What a crash has left unrecorded stands there already.
    return /message is not modified/i.test(error.message);
  }
}
