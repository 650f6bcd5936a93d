import { Injectable } from '@nestjs/common';
import { backOff } from '@casement/common/data/jobs/back-off.js';
import { logger } from '@casement/common/core/logging/logger.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import { pause } from '@casement/common/core/async/abortable.js';
import { BotApiError } from '../bots/bot-api.errors.js';
import { BotApis } from '../bots/bot-apis.js';
import type { BotApi } from '../bots/bot-api.js';
import type { BotName } from '../bots/bot-name.js';
import { BotsService } from '../bots/bots.service.js';
import { LinksService } from '../chats/links.service.js';
import { TelegramConfig } from '../config.js';
import { menuButtons } from '../notices/menu-buttons.js';
import { noticeText, toHtml } from '../notices/notice-texts.js';
import { BotHealth } from './bot-health.js';
import { NoticeQueueRepository, type DueNotice } from './notice-queue.repository.js';
import { plan, type BotState } from './plan.js';

const log = logger('bot-sender');
/**
 * Multiples of TELEGRAM_RETRY_MS: maximum backoff, delay while no bot is usable, and interval between probes of an
 * unusable bot.
 */
const MAX_BACK_OFF = 300;
const NO_BOT = 15;
const PROBE = 30;

/** Sends notices to chats through the first usable bot, or hands them to the email channel. */
@Injectable()
export class BotSender {
  private readonly health: Record<BotName, BotHealth>;
  /** Time of the last call to Telegram on the monotonic clock. */
  private lastCallAt = -Infinity;
  private notifyMailSender: () => void = () => undefined;

  constructor(
    private readonly config: TelegramConfig,
    private readonly queue: NoticeQueueRepository,
    private readonly apis: BotApis,
    private readonly bots: BotsService,
    private readonly links: LinksService,
    private readonly users: UserDirectory,
  ) {
    const health = () =>
      new BotHealth(config.TELEGRAM_FALLBACK_MS, PROBE * config.TELEGRAM_RETRY_MS);
    this.health = { primary: health(), backup: health() };
  }

  onMovedToMail(listener: () => void): void {
    this.notifyMailSender = listener;
  }

  /**
   * Sends one notice or postpones it.
   *
   * @returns false if the queue must be reread because a bot was stopped, paused or is unreachable
   */
  async send(id: string, signal: AbortSignal): Promise<boolean> {
    const notice = await this.queue.load(id);
    if (!notice) return true;
    const way = plan({ ...notice.situation, bots: await this.states() }, new Date());
    switch (way.kind) {
      case 'telegram':
        return this.sendBy(notice, way, signal);
      case 'email':
        await this.queue.moveToMail(id);
        this.notifyMailSender();
        return true;
      case 'wait': {
        const until = way.until?.getTime() ?? Date.now() + NO_BOT * this.config.TELEGRAM_RETRY_MS;
        const inMs = Math.max(0, until - Date.now());
        await this.queue.postpone(id, { inMs, reason: way.reason, tried: false });
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
   * Edits a sent message.
   *
   * @returns `gone` if the message no longer exists, `later` if the bot cannot write at the moment
   */
  async rewrite(
    { bot, chatId, messageId }: { bot: BotName; chatId: string; messageId: number },
    html: string,
    signal: AbortSignal,
  ): Promise<'done' | 'gone' | 'later'> {
    const api = this.apis.find(bot);
    const { usable, pausedUntil } = (await this.states())[bot];
    if (!api || !usable || (pausedUntil?.getTime() ?? 0) > Date.now()) return 'later';
    await this.waitForRateLimit(signal);
    if (signal.aborted) return 'later';
    try {
      const found = await edited(api, chatId, messageId, html);
      this.health[bot].succeeded();
      return found ? 'done' : 'gone';
    } catch (error) {
      if (!(error instanceof BotApiError)) throw error;
      log.warn({ bot, problem: error.problem, reason: error.message }, 'message not edited');
      await this.recordFailure(bot, chatId, error);
      return 'later';
    }
  }

  private async states(): Promise<Record<BotName, BotState>> {
    const running = await this.bots.running();
    const stateOf = (name: BotName): BotState => ({
      usable: running.has(name) && this.health[name].isUsable(Date.now()),
      pausedUntil: running.get(name)?.pausedUntil ?? null,
    });
    return { primary: stateOf('primary'), backup: stateOf('backup') };
  }

  private async sendBy(
    notice: DueNotice,
    { bot, chatId }: { bot: BotName; chatId: string },
    signal: AbortSignal,
  ): Promise<boolean> {
    const api = this.apis.find(bot);
    if (!api) return false;
    await this.waitForRateLimit(signal);
    if (signal.aborted) return false;
    try {
      const messageId = await this.write(api, notice, bot, chatId);
      this.health[bot].succeeded();
      const pauseMs = this.config.TELEGRAM_CHAT_PAUSE_MS;
      await this.queue.markSentByBot(notice.id, { bot, chatId, messageId }, pauseMs);
      return true;
    } catch (error) {
      if (!(error instanceof BotApiError)) throw error;
      await this.failed(notice, bot, chatId, error);
      return false;
    }
  }

  /**
   * Sends a notice. Later steps of an install edit the message of the first step, or send a new one if it no longer
   * exists.
   *
   * @returns the ID of the message
   */
  private async write(
    api: BotApi,
    notice: DueNotice,
    bot: BotName,
    chatId: string,
  ): Promise<number> {
    // Other notices contain only times of receipts, which are in Asia/Jakarta.
    const zone =
      notice.kind === 'topup_expiring' && notice.userId
        ? await this.users.timeZoneOf(notice.userId)
        : undefined;
    const html = toHtml(noticeText(notice, this.config.PUBLIC_URL, notice.language, zone));
    const { installId } = notice.content;
    if (notice.kind === 'install_progress' && typeof installId === 'string') {
      const known = await this.queue.progressMessage(installId, bot, chatId);
      if (known !== undefined && (await edited(api, chatId, known, html))) return known;
    }
    const hasButtons = notice.kind !== 'install_progress' && notice.situation.link !== null;
    return api.sendMessage(chatId, {
      html,
      ...(hasButtons && { buttons: menuButtons(notice.language) }),
    });
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
    await this.recordFailure(bot, chatId, error);
    const again = (inMs: number) => this.queue.postpone(id, { inMs, reason, tried: true });
    switch (error.problem) {
      case 'flooded':
        return again(error.retryAfterSeconds * 1_000);
      case 'blocked':
      case 'unauthorized':
        return again(0);
      case 'refused':
        log.error({ noticeId: id, bot, reason }, 'Telegram rejected a notice');
        return this.queue.end(id, 'failed', reason);
      case 'conflict':
      case 'unreachable':
        return again(this.backOffMs(notice.attempts + 1));
    }
  }

  /** Records a failure that affects later messages from this bot or to this chat. */
  private async recordFailure(bot: BotName, chatId: string, error: BotApiError): Promise<void> {
    await this.bots.sendingFailed(bot, error);
    if (error.problem === 'blocked') await this.links.blocked(bot, chatId);
    if (error.problem === 'conflict' || error.problem === 'unreachable') {
      this.health[bot].failed(Date.now());
    }
  }

  private backOffMs(attempt: number): number {
    const baseMs = this.config.TELEGRAM_RETRY_MS;
    return backOff(attempt, { baseMs, maxMs: MAX_BACK_OFF * baseMs, factor: 3 });
  }

  /** Waits until the next call is allowed: Telegram accepts about 30 messages a second in total. */
  private async waitForRateLimit(signal: AbortSignal): Promise<void> {
    const turn = this.lastCallAt + 1_000 / this.config.TELEGRAM_MESSAGES_PER_SECOND;
    const left = () => turn - performance.now();
    // Rechecked because a timer may fire a millisecond early, which would add up.
    while (left() > 0 && !signal.aborted) await pause(left(), signal);
    this.lastCallAt = performance.now();
  }
}

/** @returns false if the message no longer exists */
async function edited(api: BotApi, chatId: string, messageId: number, html: string) {
  try {
    await api.editMessage(chatId, messageId, { html });
    return true;
  } catch (error) {
    if (!(error instanceof BotApiError) || error.problem !== 'refused') throw error;
    // The message already has this text if a crash prevented the edit from being recorded.
    return /message is not modified/i.test(error.message);
  }
}
