import { Injectable } from '@nestjs/common';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { BotApis } from '../bots/bot-apis.js';
import { BotIdentity } from '../bots/bot-identity.js';
import { BOT_NAMES } from '../bots/bot-name.js';
import { BotsService } from '../bots/bots.service.js';
import { TelegramConfig } from '../config.js';
import { Poller } from './poller.js';
import { UpdatesService } from './updates.service.js';

/** Runs a poller for each configured bot, in the replica that holds its lease. */
@Injectable()
export class Pollers {
  constructor(
    jobs: Jobs,
    apis: BotApis,
    config: TelegramConfig,
    bots: BotsService,
    identity: BotIdentity,
    updates: UpdatesService,
  ) {
    const retryMs = config.TELEGRAM_RETRY_MS;
    const pollSeconds = config.TELEGRAM_POLL_SECONDS;
    for (const name of BOT_NAMES) {
      const api = apis.find(name);
      if (!api) continue;
      const poller = new Poller({ name, api, bots, identity, updates, pollSeconds, retryMs });
      jobs.exclusive(`poll:${name}`, config.LEASE_MS / 1_000, (lease) => poller.run(lease));
    }
  }
}
