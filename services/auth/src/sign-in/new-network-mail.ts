import type { MailContent } from '@casement/common/platform/mail/mail-content.js';
import { escapeHtml, mailLayout } from '@casement/common/platform/mail/mail-layout.js';
import { mailTime } from '@casement/common/platform/mail/mail-time.js';
import { deviceText } from '../mail/device-text.js';
import { mailTexts, type MailReader } from '../mail/texts/mail-texts.js';

interface SignInFacts {
  /** English result of `deviceName`. */
  device: string;
  address: string;
  at: Date;
}

/** @param publicUrl PUBLIC_URL; links are never built from a request's Host header */
export function newNetworkMail(
  publicUrl: string,
  { username, language }: MailReader,
  { device, address, at }: SignInFacts,
): MailContent {
  const { hello, newNetwork: m } = mailTexts(language);
  const link = new URL('/forgot-password', publicUrl).href;
  const what = m.what(deviceText(language, device), address, mailTime(at, language));
  return {
    subject: m.subject,
    text: [hello(username), '', m.lead, what, '', m.wasMe, m.notMe(link), ''].join('\n'),
    html: mailLayout(
      language,
      m.title,
      `<p>${hello(escapeHtml(username))}</p>
<p>${m.lead}</p>
<p><strong>${escapeHtml(what)}</strong></p>
<p>${m.wasMe} ${m.notMe(`<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`)}</p>`,
    ),
  };
}
