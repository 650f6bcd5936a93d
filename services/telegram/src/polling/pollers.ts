import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BotApis } from '../bot-api/bot-apis.js';
import { BotIdentity } from '../bot-api/bot-identity.js';
import { BOT_NAMES } from '../bots/bot-name.js';
import { BotsRepository } from '../bots/bots.repository.js';
import { TelegramConfig } from '../config.js';
import { LeasedWork } from '../leases/leased-work.js';
import { LeasesRepository } from '../leases/leases.repository.js';
import { Poller } from './poller.js';
import { UpdatesService } from './updates.service.js';

/** One poller for each bot that has a token; which replica's polls, a lease decides. */
@Injectable()
export class Pollers implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly works: LeasedWork[];

  constructor(
    apis: BotApis,
    config: TelegramConfig,
    bots: BotsRepository,
    identity: BotIdentity,
    updates: UpdatesService,
    leases: LeasesRepository,
  ) {
    const retryMs = config.TELEGRAM_RETRY_MS;
    const pollSeconds = config.TELEGRAM_POLL_SECONDS;
    this.works = BOT_NAMES.flatMap((name) => {
      const api = apis.find(name);
      if (!api) return [];
      const poller = new Poller({ name, api, bots, identity, updates, pollSeconds, retryMs });
      return [new LeasedWork(`poll:${name}`, config.LEASE_MS, leases, (held) => poller.work(held))];
    });
  }

  onApplicationBootstrap(): void {
    for (const work of this.works) work.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.works.map((work) => work.stop()));
  }
}
