import { Injectable } from '@nestjs/common';
import type { BotInfo } from '@casement/proto/http/telegram/telegram.js';
import type { BotName } from './bot-name.js';
import { TelegramConfig } from '../config.js';
import { BotApiError } from './bot-api.errors.js';
import { BotApis } from './bot-apis.js';

const CACHE_MS = 30_000;

/** Caches the getMe response of each bot. */
@Injectable()
export class BotIdentity {
  private readonly known = new Map<BotName, { info: BotInfo; at: number }>();

  constructor(
    private readonly apis: BotApis,
    private readonly config: TelegramConfig,
  ) {}

  /**
   * Returns the bot of the configured token. While Telegram is unreachable, returns the last known response.
   *
   * @returns null without a token, or if Telegram refuses it
   * @throws BotApiError if nothing is cached and Telegram does not answer
   */
  async find(name: BotName): Promise<BotInfo | null> {
    const known = this.known.get(name);
    if (known && Date.now() - known.at < CACHE_MS) return known.info;
    try {
      return await this.ask(name);
    } catch (error) {
      if (known && error instanceof BotApiError) return known.info;
      throw error;
    }
  }

  /** Returns the cached response, or null, without waiting, and refreshes it in the background. */
  cached(name: BotName): BotInfo | null {
    void this.find(name).catch(() => undefined);
    return this.known.get(name)?.info ?? null;
  }

  /**
   * Bypasses the cache.
   *
   * @throws BotApiError
   */
  async ask(name: BotName): Promise<BotInfo | null> {
    const api = this.apis.find(name);
    if (!api) return null;
    try {
      const me = await api.getMe();
      const info: BotInfo = {
        id: me.id,
        username: me.username,
        first_name: me.first_name,
        can_read_all_group_messages: me.can_read_all_group_messages ?? false,
        link: `${this.config.TELEGRAM_LINK_BASE}/${me.username}`,
      };
      this.known.set(name, { info, at: Date.now() });
      return info;
    } catch (error) {
      if (!(error instanceof BotApiError) || error.problem !== 'unauthorized') throw error;
      this.known.delete(name);
      return null;
    }
  }
}
