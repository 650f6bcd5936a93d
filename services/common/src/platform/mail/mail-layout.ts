import type { Language } from '@casement/proto/language.js';
import { PRODUCT } from '@casement/proto/texts/product-name.js';
import { escapeHtml } from '../../core/html/escape-html.js';
import { MAIL_LOGO } from './mail-logo.js';

/** Reason for a mail, and where the reader can change which mails arrive. Unescaped. */
export interface MailFooter {
  reason: string;
  settings: { label: string; url: string };
}

/** Address of the notification settings, opened after a sign-in if needed. */
export const notificationSettingsUrl = (publicUrl: string): string =>
  new URL('/dashboard?notifications=1', publicUrl).href;

/** Last lines of a mail's plain text. */
export const footerText = ({ reason, settings }: MailFooter): string =>
  `${reason}\n${settings.label}: ${settings.url}`;

const footerHtml = ({ reason, settings }: MailFooter): string =>
  `\n<div class="footer" role="contentinfo">${escapeHtml(reason)}<br>
<a href="${escapeHtml(settings.url)}">${escapeHtml(settings.label)}</a></div>`;

/** Logo and name above the card; `withBrand` replaces them. */
export const MAIL_HEADER = `<img src="cid:${MAIL_LOGO.cid}" width="32" height="32" alt="">${PRODUCT}`;

/**
 * Returns the HTML frame of all mails. Both `color-scheme` declarations are needed: without them some programs invert
 * the colours and leave dark text on a dark background. The only image is the attached logo, so nothing is fetched or
 * blocked. Uses a role instead of a main element, which Outlook does not style.
 * @param language of title and body: programs use it for reading aloud, hyphenation and translation
 * @param body HTML; the caller has escaped external values
 */
export function mailLayout(
  language: Language,
  title: string,
  body: string,
  footer?: MailFooter,
): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px 12px; background: #f4f8f8; color: #122125;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
.card { max-width: 480px; margin: 0 auto; padding: 32px; background: #ffffff;
  border: 1px solid #dae1e2; border-radius: 12px; overflow-wrap: anywhere; }
.brand { max-width: 546px; margin: 0 auto 16px; font-size: 18px; font-weight: 600; }
.brand img { vertical-align: middle; margin-right: 8px; }
.footer { max-width: 546px; margin: 16px auto 0; color: #505f63; font-size: 13px; overflow-wrap: anywhere; }
h1 { margin: 0 0 16px; font-size: 20px; line-height: 1.3; }
.code { margin: 24px 0; padding: 16px; border-radius: 8px; background: #e0f1f1; color: #045b61;
  font: 600 32px/1.2 ui-monospace, Consolas, monospace; letter-spacing: 6px; text-align: center; }
a { color: #045b61; }
a.button { display: inline-block; padding: 12px 20px; border-radius: 8px; background: #045b61;
  color: #ffffff; font-weight: 600; text-decoration: none; }
a.long { overflow-wrap: anywhere; }
table.receipt { width: 100%; margin: 16px 0; border-collapse: collapse; }
.receipt th, .receipt td { padding: 8px 0; border-top: 1px solid #dae1e2; text-align: left;
  font-weight: 400; vertical-align: top; overflow-wrap: normal; }
.receipt th { width: 38%; }
.receipt td { padding-left: 16px; text-align: right; overflow-wrap: anywhere; }
.receipt .total th, .receipt .total td { font-weight: 600; }
.quiet { color: #505f63; font-size: 14px; }
@media (max-width: 480px) {
  .card { padding: 24px 20px; }
}
@media (prefers-color-scheme: dark) {
  body { background: #0b1315 !important; color: #e9eff0 !important; }
  .card { background: #111b1d !important; border-color: #243033 !important; }
  .code { background: #183033 !important; color: #81d9d7 !important; }
  a { color: #81d9d7 !important; }
  a.button { background: #81d9d7 !important; color: #0b1315 !important; }
  .quiet, .footer { color: #9ba9ab !important; }
  .receipt th, .receipt td { border-color: #243033 !important; }
}
</style>
</head>
<body><div class="brand" role="banner">${MAIL_HEADER}</div>
<div class="card" role="main"><h1>${escapeHtml(title)}</h1>
${body}
</div>${footer ? footerHtml(footer) : ''}</body>
</html>
`;
}
