import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '@casement/common/core/metrics/metrics.js';
import { BotApis } from './bot-apis.js';
import { BotsRepository } from './bots.repository.js';

@Injectable()
export class BotMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly bots: BotsRepository,
    private readonly apis: BotApis,
  ) {}

  onModuleInit(): void {
    const wanted = this.metrics.gauge({
      name: 'casement_bot_wanted',
      help: '1 if the bot has a token and has not been stopped by an administrator.',
      labelNames: ['bot'],
    });
    const working = this.metrics.gauge({
      name: 'casement_bot_working',
      help: '1 if the bot also receives updates: Telegram accepts its token and responds.',
      labelNames: ['bot'],
    });
    const read = async () => {
      for (const { name: bot, running, tokenRefused, problem } of await this.bots.all()) {
        const isWanted = running && this.apis.find(bot) !== null;
        wanted.set({ bot }, Number(isWanted));
        working.set({ bot }, Number(isWanted && !tokenRefused && problem === null));
      }
    };
    this.metrics.addGaugeSource({ name: 'bots', gauges: [wanted, working], read });
  }
}
