import type { MailContent } from '@casement/common/platform/mail/mail-content.js';
import { escapeHtml } from '@casement/common/platform/mail/mail-layout.js';
import { mailTime } from '@casement/common/platform/mail/mail-time.js';
import type { MailTexts } from '../mail/texts/en.js';
import { accountMail } from '../mail/account-mail.js';
import { mailTexts, type MailReader } from '../mail/texts/mail-texts.js';
import { UNKNOWN_DEVICE } from '../sessions/device-name.js';

interface SignInFacts {
  /** English result of `deviceName`. */
  device: string;
  address: string;
  at: Date;
}

function deviceIn(m: MailTexts['newNetwork'], device: string): string {
  if (device === UNKNOWN_DEVICE) return m.unknownDevice;
  const [, browser, system] = /^(.+) on (.+)$/.exec(device) ?? [];
  return browser && system ? m.device(browser, system) : device;
}

/** @param publicUrl PUBLIC_URL; links are never built from a request's Host header */
export function newNetworkMail(
  publicUrl: string,
  reader: MailReader,
  { device, address, at }: SignInFacts,
): MailContent {
  const { newNetwork: m } = mailTexts(reader.language);
  const link = new URL('/forgot-password', publicUrl).href;
  const what = m.what(deviceIn(m, device), address, mailTime(at, reader.language));
  return accountMail(publicUrl, reader, {
    subject: m.subject,
    title: m.title,
    text: [m.lead, what, '', m.wasMe, m.notMe(link)],
    html: `<p>${m.lead}</p>
<p><strong>${escapeHtml(what)}</strong></p>
<p>${m.wasMe} ${m.notMe(`<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`)}</p>`,
  });
}
