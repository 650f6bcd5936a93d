import { Injectable } from '@nestjs/common';
import { DomainError } from '@casement/common/core/errors/domain-error.js';
import { backOff } from '@casement/common/data/jobs/back-off.js';
import { languageOf } from '@casement/proto/language.js';
import { logger } from '@casement/common/core/logging/logger.js';
import {
  isPermanentRejection,
  mailProblem,
  MailTransport,
} from '@casement/common/platform/mail/mail-transport.js';
import { withBrand } from '@casement/common/platform/mail/mail-brand.js';
import { withLegalLinks } from '@casement/common/platform/mail/legal-links.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import { LEGAL_PAGES } from '@casement/proto/http/auth/legal.js';
import { BrandService } from '../brand/brand.service.js';
import { TelegramConfig } from '../config.js';
import { noticeMail } from '../notices/notice-mail.js';
import { noticeText } from '../notices/notice-texts.js';
import { NoticeQueueRepository, type DueNotice } from './notice-queue.repository.js';

const log = logger('mail-sender');

const mailRefusal = (error: unknown): string =>
  `The mail server did not accept it (${mailProblem(error)})`;

const RETRY = { baseMs: 2_000, maxMs: 1_800_000, factor: 4 };

@Injectable()
export class MailSender {
  private notifyBotSender: () => void = () => undefined;

  constructor(
    private readonly config: TelegramConfig,
    private readonly queue: NoticeQueueRepository,
    private readonly users: UserDirectory,
    private readonly transport: MailTransport,
    private readonly brand: BrandService,
  ) {}

  onReturnedFromMail(listener: () => void): void {
    this.notifyBotSender = listener;
  }

  async send(id: string): Promise<boolean> {
    const notice = await this.queue.load(id);
    if (!notice?.userId) return true;
    try {
      const user = await this.users.find(notice.userId);
      // An unverified address may belong to another person.
      if (!user?.email || !user.isVerified) {
        await this.queue.returnFromMail(id);
        this.notifyBotSender();
        return true;
      }
      const language = languageOf(user.language);
      const text = noticeText(notice, this.config.PUBLIC_URL, language, user.timeZone);
      const mail = noticeMail(text, {
        username: user.username,
        isLinked: notice.situation.link !== null,
        language,
        publicUrl: this.config.PUBLIC_URL,
      });
      const brand = await this.brand.forMails();
      const message = withBrand({ to: user.email, ...mail }, brand);
      const published = await this.users.legalPages();
      const pages = LEGAL_PAGES.filter((page) => published.includes(page));
      const linked = withLegalLinks(message, pages, this.config.PUBLIC_URL);
      await this.transport.send(id, linked, brand);
      await this.queue.markSentByMail(id);
    } catch (error) {
      await this.failed(notice, error);
    }
    return true;
  }

  private async failed({ id, attempts }: DueNotice, error: unknown): Promise<void> {
    const reason =
      error instanceof DomainError ? 'The address could not be read' : mailRefusal(error);
    log.warn({ noticeId: id, attempts, reason }, 'notice not sent');
    if (isPermanentRejection(error)) return this.queue.end(id, 'failed', reason);
    const inMs = backOff(attempts + 1, RETRY);
    return this.queue.postpone(id, { inMs, reason, tried: true });
  }
}
