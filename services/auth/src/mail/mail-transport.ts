import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { AuthConfig } from '../config.js';
import type { Letter } from './mail-outbox.js';

/** The SMTP server that MAIL goes out by. */
@Injectable()
export class MailTransport implements OnModuleDestroy {
  private readonly smtp: Transporter;

  constructor(private readonly config: AuthConfig) {
    this.smtp = createTransport({
      url: config.SMTP_URL,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      // Nothing of a mail may name a file or an address to be fetched.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /** @param id becomes the Message-ID, so that a mail sent twice after a crash is seen to be one */
  async send(id: string, letter: Letter): Promise<void> {
    const host = new URL(this.config.PUBLIC_URL).hostname;
    await this.smtp.sendMail({
      ...letter,
      from: this.config.MAIL_FROM,
      messageId: `<${id}@${host}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  }

  onModuleDestroy(): void {
    this.smtp.close();
  }
}
