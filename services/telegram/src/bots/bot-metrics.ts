import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { SqlGauges } from '@casement/common/data/database/sql-gauges.js';
import { rows } from '@casement/common/data/database/sql.js';
import { Metrics } from '@casement/common/core/metrics/metrics.js';
import { BotApis } from '../bot-api/bot-apis.js';
import { botNames } from './bot-name.js';

const botRow = z.object({
  name: botNames,
  running: z.boolean(),
  refused: z.boolean(),
  problem: z.string().nullable(),
});

/** State of the bots and of the queue of notices, for Prometheus. */
@Injectable()
export class BotMetrics implements OnModuleInit {
  private readonly wanted;
  private readonly working;

  constructor(
    private readonly metrics: Metrics,
    private readonly sqlGauges: SqlGauges,
    private readonly db: Database,
    private readonly apis: BotApis,
  ) {
    this.wanted = metrics.gauge({
      name: 'casement_bot_wanted',
      help: '1 when a bot has a token and no administrator has stopped it.',
      labelNames: ['bot'],
    });
    this.working = metrics.gauge({
      name: 'casement_bot_working',
      help: '1 when it also receives: its token is taken and Telegram answers.',
      labelNames: ['bot'],
    });
  }

  onModuleInit(): void {
    const gauges = [this.wanted, this.working];
    this.metrics.addReading({ name: 'bots', gauges, read: () => this.read() });
    this.sqlGauges.add({
      reading: 'notices',
      gauges: {
        waiting: {
          name: 'casement_notices_waiting',
          help: 'Notices not yet delivered, by Telegram or by mail.',
        },
        oldest: {
          name: 'casement_notices_oldest_seconds',
          help: 'Age of the oldest of them; 0 without one.',
        },
      },
      sql: `SELECT count(*) AS waiting,
              coalesce(extract(epoch FROM now() - min(created_at)), 0) AS oldest
         FROM notice WHERE status = 'waiting'`,
    });
  }

  private async read(): Promise<void> {
    const bots = await rows(
      this.db.manager,
      botRow,
      'SELECT name, running, token_refused AS refused, problem FROM telegram_bot',
    );
    for (const { name: bot, running, refused, problem } of bots) {
      const wanted = running && this.apis.find(bot) !== null;
      this.wanted.set({ bot }, Number(wanted));
      this.working.set({ bot }, Number(wanted && !refused && problem === null));
    }
  }
}
