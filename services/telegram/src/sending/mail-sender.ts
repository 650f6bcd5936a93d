import { Injectable } from '@nestjs/common';
import { DomainError } from '@casement/common/errors/domain-error.js';
import { logger } from '@casement/common/logging/logger.js';
import {
  isRefusedForGood,
  mailProblem,
  MailTransport,
} from '@casement/common/mail/mail-transport.js';
import { TelegramConfig } from '../config.js';
import type { HeldLease } from '../leases/leased-work.js';
import { UsersDirectory } from '../neighbours/users-directory.js';
import { noticeMail } from '../notices/notice-mail.js';
import { noticeText } from '../notices/notice-texts.js';
import { NoticeQueueRepository, type DueNotice } from './notice-queue.repository.js';

const log = logger('mail-sender');
/** Seconds until the next attempt; the last one repeats until the notice is given up. */
const BACK_OFF = [2, 5, 15, 60, 300, 1_800];

/** Brings notices to mailboxes, where no bot can. */
@Injectable()
export class MailSender {
  private toBots: () => void = () => undefined;

  constructor(
    private readonly config: TelegramConfig,
    private readonly queue: NoticeQueueRepository,
    private readonly users: UsersDirectory,
    private readonly transport: MailTransport,
  ) {}

  /** @param listener called when e-mail is no way for a notice */
  onHandedBack(listener: () => void): void {
    this.toBots = listener;
  }

  async send(_held: HeldLease, id: string): Promise<boolean> {
    const notice = await this.queue.load(id);
    if (!notice?.userId) return true;
    try {
      const user = await this.users.find(notice.userId);
      // An address that nobody has confirmed may be somebody else's.
      if (!user?.email || !user.isVerified) {
        await this.queue.backFromMail(id);
        this.toBots();
        return true;
      }
      const mail = noticeMail(noticeText(notice, `${this.config.PUBLIC_URL}/dashboard`));
      await this.transport.send(id, { to: user.email, ...mail });
      await this.queue.sentByMail(id);
    } catch (error) {
      await this.failed(notice, error);
    }
    return true;
  }

  private async failed({ id, attempts }: DueNotice, error: unknown): Promise<void> {
    const reason =
      error instanceof DomainError
        ? 'The address could not be asked for'
        : `The mail server did not take it (${mailProblem(error)})`;
    log.warn({ noticeId: id, attempts, reason }, 'notice not sent');
    if (isRefusedForGood(error)) return this.queue.end(id, 'failed', reason);
    const seconds = BACK_OFF[Math.min(attempts, BACK_OFF.length - 1)] ?? 2;
    return this.queue.postpone(id, { seconds, reason, tried: true });
  }
}
