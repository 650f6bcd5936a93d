import type { MailContent } from '@casement/common/platform/mail/mail-content.js';
import { escapeHtml } from '@casement/common/core/html/escape-html.js';
import { mailTime } from '@casement/common/platform/mail/mail-time.js';
import { accountMail } from '../mail/account-mail.js';
import { deviceText } from '../mail/device-text.js';
import { mailTexts, type MailReader } from '../mail/texts/mail-texts.js';

interface SignInFacts {
  /** Result of `deviceName`, in English. */
  device: string;
  address: string;
  at: Date;
}

/** @param publicUrl PUBLIC_URL; links are never built from a request's Host header */
export function newNetworkMail(
  publicUrl: string,
  reader: MailReader,
  { device, address, at }: SignInFacts,
): MailContent {
  const { newNetwork: m } = mailTexts[reader.language];
  const link = new URL('/forgot-password', publicUrl).href;
  const { language } = reader;
  const what = m.what(deviceText(language, device), address, mailTime(at, reader));
  return accountMail(publicUrl, reader, {
    subject: m.subject,
    title: m.title,
    text: [m.lead, what, '', m.wasMe, m.notMe(link)],
    html: `<p>${m.lead}</p>
<p><strong>${escapeHtml(what)}</strong></p>
<p>${m.wasMe} ${m.notMe(`<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`)}</p>`,
  });
}
