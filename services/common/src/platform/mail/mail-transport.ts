import type { OnModuleDestroy } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';
import type { Letter } from './mail-content.js';

/** A part of a service's config. */
export interface MailSettings {
  SMTP_URL: string;
  MAIL_FROM: string;
  PUBLIC_URL: string;
}

/**
 * The SMTP server that mail goes out by.
 *
 * @example { provide: MailTransport, inject: [AuthConfig], useFactory: (config: AuthConfig) => new MailTransport(config) }
 */
export class MailTransport implements OnModuleDestroy {
  private readonly smtp: Transporter<SMTPTransport.SentMessageInfo>;

  constructor(private readonly settings: MailSettings) {
    this.smtp = createTransport({
      url: settings.SMTP_URL,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      // Nothing of a mail may name a file or an address to be fetched.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /**
   * @param id becomes the Message-ID, so that a mail sent twice after a crash is seen to be one
   * @returns what the server answered, e.g. `250 2.0.0 Ok: queued as 4F1D2`
   */
  async send(id: string, letter: Letter): Promise<string> {
    const host = new URL(this.settings.PUBLIC_URL).hostname;
    const mail = {
      ...letter,
      from: this.settings.MAIL_FROM,
      messageId: `<${id}@${host}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
    const { response } = await this.smtp.sendMail(mail).catch((error: unknown) => {
      throw isPlainServer(error) ? withMessage(error, NO_TLS) : error;
    });
    return response;
  }

  onModuleDestroy(): void {
    this.smtp.close();
  }
}

const NO_TLS =
  'The mail server does not speak TLS on this port. Use smtp:// in SMTP_URL; it changes to TLS by STARTTLS.';

/** smtps:// on a port that greets without TLS; OpenSSL's message names a source file instead. */
const isPlainServer = (error: unknown): error is Error =>
  error instanceof Error && /wrong version number|packet length too long/.test(error.message);

/** Keeps the code and the command, by which callers decide about another try. */
const withMessage = (error: Error, message: string): Error => Object.assign(error, { message });

/** A 5xx about this recipient or this mail; one about this sender, such as a wrong password, may be mended meanwhile. */
export function isRefusedForGood(error: unknown): boolean {
  const { permanent, command } = error as { permanent?: boolean; command?: string };
  return permanent === true && (command === 'RCPT TO' || command === 'DATA');
}

/** Why a mail could not be sent. Codes only: a server's answer may quote the address. */
export function mailProblem(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return [code ?? 'unknown', responseCode].filter(Boolean).join(' ');
}
