import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { TelegramConfig } from '../config.js';
import { LeasedWork } from '../leases/leased-work.js';
import { LeasesRepository } from '../leases/leases.repository.js';
import { NoticesRepository } from '../notices/notices.repository.js';
import { BotSender } from './bot-sender.js';
import { LaneWork } from './lane-work.js';
import { LiveProgress } from './live-progress.js';
import { MailSender } from './mail-sender.js';
import { NoticeQueueRepository } from './notice-queue.repository.js';

/** The two lanes, each in one replica at a time: so order and pace hold over all of them. */
@Injectable()
export class Senders implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly works: LeasedWork[];

  constructor(
    config: TelegramConfig,
    leases: LeasesRepository,
    queue: NoticeQueueRepository,
    notices: NoticesRepository,
    bots: BotSender,
    mails: MailSender,
    progress: LiveProgress,
  ) {
    const chats = new LaneWork(
      'telegram',
      queue,
      (held, id) => bots.send(held, id),
      (held) => progress.work(held),
    );
    const mailboxes = new LaneWork('email', queue, (held, id) => mails.send(held, id));
    notices.onAdded(() => chats.nudge());
    bots.onHandedOver(() => mailboxes.nudge());
    mails.onHandedBack(() => chats.nudge());
    this.works = [
      new LeasedWork('send:telegram', config.LEASE_MS, leases, (held) => chats.work(held)),
      new LeasedWork('send:email', config.LEASE_MS, leases, (held) => mailboxes.work(held)),
    ];
  }

  onApplicationBootstrap(): void {
    for (const work of this.works) work.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.works.map((work) => work.stop()));
  }
}
