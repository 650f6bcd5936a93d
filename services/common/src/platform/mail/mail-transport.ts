import type { OnModuleDestroy } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';
import type { MailBrand } from './mail-brand.js';
import type { MailMessage } from './mail-content.js';
import { MAIL_LOGO } from './mail-logo.js';

export interface MailSettings {
  SMTP_URL: string;
  MAIL_FROM: string;
  PUBLIC_URL: string;
}

/**
 * SMTP server for outgoing mail.
 *
 * @example
 *   {
 *     provide: MailTransport,
 *     inject: [AuthConfig],
 *     useFactory: (config: AuthConfig) => new MailTransport(config),
 *   }
 */
export class MailTransport implements OnModuleDestroy {
  private readonly smtp: Transporter<SMTPTransport.SentMessageInfo>;

  constructor(private readonly settings: MailSettings) {
    this.smtp = createTransport({
      url: settings.SMTP_URL,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      // No part of a mail may refer to a file or URL to be fetched.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /**
   * @param id becomes the Message-ID, so that a mail sent twice after a crash is recognized as a duplicate
   * @param brand logo and sender; a logo must also be the one of `withBrand`
   * @returns the server's reply, e.g. `250 2.0.0 Ok: queued as 4F1D2`
   */
  async send(id: string, mailMessage: MailMessage, brand?: MailBrand): Promise<string> {
    const host = new URL(this.settings.PUBLIC_URL).hostname;
    const mail = {
      ...mailMessage,
      from: this.from(brand?.senderName ?? null),
      messageId: `<${id}@${host}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      // Mails queued by version 0.1.0 have no logo.
      attachments: mailMessage.html.includes(MAIL_LOGO.cid)
        ? [{ ...MAIL_LOGO, ...(brand?.logo && { filename: 'logo.png', content: brand.logo.png }) }]
        : [],
    };
    const { response } = await this.smtp.sendMail(mail).catch((error: unknown) => {
      throw isPlainServer(error) ? withMessage(error, NO_TLS) : error;
    });
    return response;
  }

  private from(senderName: string | null): string | { name: string; address: string } {
    const { MAIL_FROM } = this.settings;
    if (senderName === null) return MAIL_FROM;
    return { name: senderName, address: /<([^>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM };
  }

  onModuleDestroy(): void {
    this.smtp.close();
  }
}

const NO_TLS =
  'The mail server does not speak TLS on this port. Use smtp:// in SMTP_URL; it changes to TLS by STARTTLS.';

/**
 * Returns whether smtps:// was used on a port without implicit TLS. OpenSSL's own message names only a source file.
 */
const isPlainServer = (error: unknown): error is Error =>
  error instanceof Error && /wrong version number|packet length too long/.test(error.message);

/**
 * Replaces the message in place, so that the error keeps `code` and `command`, by which callers decide about a retry.
 */
const withMessage = (error: Error, message: string): Error => Object.assign(error, { message });

/**
 * Returns whether a 5xx reply concerns this recipient or this mail. A problem of the sender, such as a wrong
 * password, may be fixed before the next try.
 */
export function isPermanentRejection(error: unknown): boolean {
  const { permanent, command } = error as { permanent?: boolean; command?: string };
  return permanent === true && (command === 'RCPT TO' || command === 'DATA');
}

/**
 * Returns the reason why a mail could not be sent. Contains only codes because a server's reply may quote the
 * address.
 */
export function mailProblem(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return [code ?? 'unknown', responseCode].filter(Boolean).join(' ');
}
