import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SqlGauges } from '@casement/common/data/database/sql-gauges.js';
import { Readiness } from '@casement/common/platform/health/readiness.js';
import { TelegramConfig } from '../config.js';
import { NoticeQueueRepository } from './notice-queue.repository.js';

/** Sending is behind once a notice has been due for this long. */
const DELAYED_SECONDS = 60;

/**
 * Metrics of the notice queue, and a warning in Operations while notices cannot be sent as fast as they become due.
 */
@Injectable()
export class SendingPressure implements OnModuleInit {
  constructor(
    private readonly queue: NoticeQueueRepository,
    private readonly config: TelegramConfig,
    private readonly readiness: Readiness,
    private readonly gauges: SqlGauges,
  ) {}

  onModuleInit(): void {
    this.readiness.watch('telegram-queue', () => this.check());
    this.gauges.add({
      reading: 'notices',
      gauges: {
        waiting: {
          name: 'casement_notices_waiting',
          help: 'Notices not yet delivered by Telegram or by mail.',
        },
        oldest: {
          name: 'casement_notices_oldest_seconds',
          help: 'Age of the oldest pending notice; 0 if there is none.',
        },
      },
      sql: `SELECT count(*) AS waiting, coalesce(extract(epoch FROM now() - min(created_at)), 0) AS oldest
              FROM notice WHERE status = 'waiting'`,
    });
  }

  /** @throws Error whose message is the warning for administrators */
  private async check(): Promise<void> {
    const { waiting, seconds, pauses } = await this.queue.pressure();
    const isBehind = seconds !== null && seconds >= DELAYED_SECONDS;
    if (!isBehind && pauses.length === 0) return;
    const rate = this.config.TELEGRAM_MESSAGES_PER_SECOND;
    throw new Error(
      [
        `${waiting} notices wait for Telegram, the oldest for ${seconds ?? 0} s; ${rate} a second are sent`,
        ...pauses.map(
          (pause) => `Telegram has stopped the ${pause.bot} bot for ${pause.seconds} s`,
        ),
      ].join('; '),
    );
  }
}
