import { Injectable } from '@nestjs/common';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { TelegramConfig } from '../config.js';
import { NoticesService } from '../notices/notices.service.js';
import { BotSender } from './bot-sender.js';
import { ChannelSender } from './channel-sender.js';
import { LiveProgress } from './live-progress.js';
import { MailSender } from './mail-sender.js';
import { NoticeQueueRepository } from './notice-queue.repository.js';

/** Runs both channels, each in one replica at a time, so that order and rate hold across all replicas. */
@Injectable()
export class Senders {
  constructor(
    jobs: Jobs,
    config: TelegramConfig,
    queue: NoticeQueueRepository,
    notices: NoticesService,
    bots: BotSender,
    mails: MailSender,
    progress: LiveProgress,
  ) {
    const telegram = new ChannelSender(
      'telegram',
      queue,
      (id, signal) => bots.send(id, signal),
      (signal) => progress.run(signal),
    );
    const email = new ChannelSender('email', queue, (id) => mails.send(id));
    notices.onAdded(() => telegram.notify());
    bots.onMovedToMail(() => email.notify());
    mails.onReturnedFromMail(() => telegram.notify());
    const leaseSeconds = config.LEASE_MS / 1_000;
    jobs.exclusive('send:telegram', leaseSeconds, ({ signal }) => telegram.run(signal));
    jobs.exclusive('send:email', leaseSeconds, ({ signal }) => email.run(signal));
  }
}
