import type { Language } from '@casement/proto/language.js';
import type { MailContent } from '@casement/common/platform/mail/mail-content.js';
import { escapeHtml } from '@casement/common/core/html/escape-html.js';
import { mailTime } from '@casement/common/platform/mail/mail-time.js';
import { accountMail } from '../mail/account-mail.js';
import { deviceText } from '../mail/device-text.js';
import { mailTexts, type MailReader } from '../mail/texts/mail-texts.js';
import type { MailTexts } from '../mail/texts/en.js';

export type AccessChange =
  | { kind: 'api-key'; name: string }
  | { kind: 'webhook'; host: string }
  | { kind: 'telegram' }
  | { kind: 'desktop' | 'windows-password'; ip: string }
  | { kind: 'passkey-added' | 'passkey-removed'; device: string }
  | { kind: 'app-added' | 'app-removed' | 'codes-renewed' };

const SIGN_IN_CHANGES = new Set<AccessChange['kind']>([
  'app-added',
  'app-removed',
  'codes-renewed',
  'passkey-added',
  'passkey-removed',
]);

function sentenceOf(access: AccessChange, m: MailTexts['newAccess'], language: Language): string {
  switch (access.kind) {
    case 'api-key':
      return m.apiKey(access.name);
    case 'webhook':
      return m.webhook(access.host);
    case 'telegram':
      return m.telegram;
    case 'desktop':
      return m.desktop(access.ip);
    case 'windows-password':
      return m.windowsPassword(access.ip);
    case 'passkey-added':
      return m.passkeyAdded(deviceText(language, access.device));
    case 'passkey-removed':
      return m.passkeyRemoved(deviceText(language, access.device));
    case 'app-added':
      return m.appAdded;
    case 'app-removed':
      return m.appRemoved;
    case 'codes-renewed':
      return m.codesRenewed;
  }
}

function headOf(kind: AccessChange['kind'], m: MailTexts['newAccess']) {
  if (kind === 'windows-password') return m.windows;
  return SIGN_IN_CHANGES.has(kind) ? m.signIn : m;
}

/** @param publicUrl PUBLIC_URL; links are never built from a request's Host header */
export function accessChangeMail(
  publicUrl: string,
  reader: MailReader,
  access: AccessChange,
  at: Date,
): MailContent {
  const { language } = reader;
  const { newAccess: m } = mailTexts[language];
  const { subject, title } = headOf(access.kind, m);
  const link = new URL('/dashboard?access=1', publicUrl).href;
  const what = m.on(sentenceOf(access, m, language), mailTime(at, reader));
  const more = access.kind === 'windows-password' ? [m.notMyWindows] : [];
  return accountMail(publicUrl, reader, {
    subject,
    title,
    text: [what, '', m.wasMe, [m.notMe(link), ...more].join('\n')],
    html: `<p>${escapeHtml(what)}</p>
<p>${m.wasMe}</p>
<p>${[m.notMe(`<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`), ...more].join(' ')}</p>`,
  });
}
