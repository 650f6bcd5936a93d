import type { MailContent } from '@casement/common/platform/mail/mail-content.js';
import { escapeHtml } from '@casement/common/core/html/escape-html.js';
import {
  footerText,
  mailLayout,
  notificationSettingsUrl,
} from '@casement/common/platform/mail/mail-layout.js';
import { mailTexts, type MailReader } from './texts/mail-texts.js';

interface AccountMailParts {
  subject: string;
  title: string;
  /** Lines between greeting and footer. */
  text: string[];
  /** HTML between greeting and footer; the caller has escaped external values. */
  html: string;
  /** Defaults to a greeting with the username. */
  greeting?: string;
  /** Reason for the mail. Defaults to the security of the account. */
  reason?: string;
}

/**
 * Adds greeting and footer to a mail about an account.
 * @param publicUrl PUBLIC_URL; links are never built from a request's Host header
 */
export function accountMail(
  publicUrl: string,
  { username, language }: MailReader,
  { subject, title, text, html, greeting, reason }: AccountMailParts,
): MailContent {
  const { hello, footer: m } = mailTexts[language];
  const salutation = greeting ?? hello(username);
  const footer = {
    reason: reason ?? m.reason(username),
    settings: { label: m.settings, url: notificationSettingsUrl(publicUrl) },
  };
  return {
    subject,
    language,
    text: [salutation, '', ...text, '', footerText(footer), ''].join('\n'),
    html: mailLayout(language, title, `<p>${escapeHtml(salutation)}</p>\n${html}`, footer),
  };
}
