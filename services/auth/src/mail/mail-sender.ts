import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { withNewContext } from '@casement/common/context/request-context.js';
import { logger } from '@casement/common/logging/logger.js';
import {
  isRefusedForGood,
  mailProblem,
  MailTransport,
} from '@casement/common/mail/mail-transport.js';
import { MailOutbox } from './mail-outbox.js';
import { OutgoingMailRepository, type DueMail } from './outgoing-mail.repository.js';

const POLL_MS = 1_000;
/** After a mail was added here: by then its transaction has most likely committed. */
const SOON_MS = 50;
/** Seconds until the next attempt; the last one repeats until the mail is given up. */
const BACK_OFF = [2, 5, 15, 60, 300, 1800];

const log = logger('mail');

/** Sends what waits in the outbox. A crash in between sends one mail twice, and loses none. */
@Injectable()
export class MailSender implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private sending = false;
  private hurried = false;
  private stopping = false;

  constructor(
    private readonly mails: OutgoingMailRepository,
    private readonly outbox: MailOutbox,
    private readonly transport: MailTransport,
  ) {
    outbox.onAdded(() => this.hurry());
  }

  onApplicationBootstrap(): void {
    this.schedule(0);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    await this.round;
  }

  private schedule(delay: number): void {
    if (this.stopping) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.begin(), delay);
  }

  private begin(): void {
    this.sending = true;
    this.round = withNewContext(() => this.sendDue())
      .catch((err: unknown) => log.warn({ err }, 'mail outbox not reachable'))
      .finally(() => {
        this.sending = false;
        this.schedule(this.hurried ? SOON_MS : POLL_MS);
        this.hurried = false;
      });
  }

  private hurry(): void {
    if (this.sending) this.hurried = true;
    else this.schedule(SOON_MS);
  }

  private async sendDue(): Promise<void> {
    for (let mail = await this.mails.claim(); mail; mail = await this.mails.claim()) {
      await this.send(mail);
      if (this.stopping) return;
    }
    const late = await this.mails.giveUpLate();
    if (late > 0) log.error({ mails: late }, 'mails given up');
  }

  private async send(mail: DueMail): Promise<void> {
    const { id, kind, attempts } = mail;
    try {
      await this.transport.send(id, this.outbox.open(mail));
      await this.mails.markSent(id);
      log.info({ mailId: id, kind, attempts }, 'mail sent');
    } catch (error) {
      const reason = mailProblem(error);
      if (isRefusedForGood(error)) {
        await this.mails.giveUp(id, reason);
        log.warn({ mailId: id, kind, attempts, reason }, 'mail refused for good');
        return;
      }
      const wait = BACK_OFF[Math.min(attempts, BACK_OFF.length) - 1];
      await this.mails.retryAfter(id, wait, reason);
      log.warn({ mailId: id, kind, attempts, reason }, 'mail not sent');
    }
  }
}
