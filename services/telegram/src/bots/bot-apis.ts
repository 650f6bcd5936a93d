import { Injectable } from '@nestjs/common';
import type { BotName } from './bot-name.js';
import { TelegramConfig } from '../config.js';
import { BotApi } from './bot-api.js';

@Injectable()
export class BotApis {
  private readonly apis: Record<BotName, BotApi | null>;

  constructor(config: TelegramConfig) {
    const make = (token: string) =>
      token
        ? new BotApi({
            token,
            apiRoot: config.TELEGRAM_API_ROOT,
            timeoutMs: config.TELEGRAM_TIMEOUT_MS,
          })
        : null;
    this.apis = {
      primary: make(config.TELEGRAM_BOT_TOKEN),
      backup: make(config.TELEGRAM_BACKUP_BOT_TOKEN),
    };
  }

  /** Returns null if no token is configured. */
  find(name: BotName): BotApi | null {
    return this.apis[name];
  }
}
