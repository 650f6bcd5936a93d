import { Injectable } from '@nestjs/common';
import { backOff } from '@casement/common/data/jobs/back-off.js';
import { Jobs } from '@casement/common/data/jobs/jobs.js';
import { withLegalLinks } from '@casement/common/platform/mail/legal-links.js';
import { logger } from '@casement/common/core/logging/logger.js';
import {
  isPermanentRejection,
  mailProblem,
  MailTransport,
} from '@casement/common/platform/mail/mail-transport.js';
import { BrandService } from '../brand/brand.service.js';
import { AuthConfig } from '../config.js';
import { LegalPagesService } from '../legal-pages/legal-pages.service.js';
import { AddressOwner } from './address-owner.js';
import { MailOutbox } from './mail-outbox.js';
import { OutgoingMailRepository, type DueMail } from './outgoing-mail.repository.js';

const POLL_MS = 1_000;
/** Delay between adding a mail in this process and sending it. By then the transaction has most likely committed. */
const COMMIT_MS = 50;
/** Delays between attempts. The longest delay repeats until the mail expires. */
const RETRY = { baseMs: 2_000, factor: 3, maxMs: 30 * 60_000 };

const log = logger('mail');

/** Sends the mails of the outbox at least once. A crash may cause a duplicate. */
@Injectable()
export class MailSender {
  readonly job;

  constructor(
    private readonly mails: OutgoingMailRepository,
    private readonly outbox: MailOutbox,
    private readonly transport: MailTransport,
    private readonly owner: AddressOwner,
    private readonly legalPages: LegalPagesService,
    private readonly brand: BrandService,
    private readonly config: AuthConfig,
    jobs: Jobs,
  ) {
    this.job = jobs.every('mail', POLL_MS, (stop) => this.sendDue(stop));
    outbox.onAdded(() => void setTimeout(() => this.job.notify(), COMMIT_MS).unref());
  }

  private async sendDue(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const mail = await this.mails.claim();
      if (!mail) break;
      await this.send(mail);
    }
    const expired = await this.mails.giveUpExpired();
    if (expired > 0) log.error({ mails: expired }, 'expired mails abandoned');
  }

  private async send(mail: DueMail): Promise<void> {
    const { id, kind, attempts } = mail;
    try {
      const { userId, ...message } = this.outbox.open(mail);
      if (userId !== undefined && !(await this.owner.maySendTo(kind, message.to, userId))) {
        await this.mails.withhold(id);
        log.info(
          { mailId: id, kind, userId },
          'mail withheld: the address belongs to another account',
        );
        return;
      }
      const pages = (await this.legalPages.published()).map(({ page }) => page);
      const linked = withLegalLinks(message, pages, this.config.PUBLIC_URL);
      await this.transport.send(id, linked, await this.brand.forMails());
      await this.mails.markSent(id);
      log.info({ mailId: id, kind, attempts }, 'mail sent');
    } catch (error) {
      const reason = mailProblem(error);
      if (isPermanentRejection(error)) {
        await this.mails.giveUp(id, reason);
        log.warn({ mailId: id, kind, attempts, reason }, 'mail refused permanently');
        return;
      }
      await this.mails.retryAfter(id, backOff(attempts, RETRY), reason);
      log.warn({ mailId: id, kind, attempts, reason }, 'mail not sent');
    }
  }
}
