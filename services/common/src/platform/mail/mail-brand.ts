import { WORDMARK_RATIO } from '@casement/proto/http/auth/brand-limits.js';
import { brandTheme } from '@casement/proto/http/auth/brand-theme.js';
import { withProductName } from '@casement/proto/texts/product-name.js';
import type { MailContent } from './mail-content.js';
import { escapeHtml } from '../../core/html/escape-html.js';
import { MAIL_HEADER } from './mail-layout.js';
import { MAIL_LOGO } from './mail-logo.js';

/** Brand as mails show it. `null` means Casement's own, and for the sender the one of MAIL_FROM. */
export interface MailBrand {
  name: string;
  accent: string | null;
  logo: MailLogo | null;
  senderName: string | null;
}

interface MailLogo {
  png: Buffer;
  /** Pixels of the file. */
  width: number;
  height: number;
}

const LOGO_HEIGHT = 32;

/** Replaces name, logo and colours of a mail made by `mailLayout`. */
export function withBrand<M extends MailContent>(mail: M, { name, accent, logo }: MailBrand): M {
  const html = mail.html
    .replace(MAIL_HEADER, () => (logo ? brandHeader(name, logo) : MAIL_HEADER))
    .replace(
      '</style>',
      () => `${accent ? accentStyle(accent) : ''}${logo ? LOGO_STYLE : ''}</style>`,
    );
  return {
    ...mail,
    subject: withProductName(mail.subject, name),
    text: withProductName(mail.text, name),
    html: withProductName(html, escapeHtml(name)),
  };
}

/** The white ground keeps a dark logo visible in dark mode, for which few mail programs can switch images. */
const LOGO_STYLE = `@media (prefers-color-scheme: dark) {
  .logo { padding: 4px; border-radius: 6px; background: #ffffff; }
}
`;

function brandHeader(name: string, { width, height }: MailLogo): string {
  const isWordmark = width / height >= WORDMARK_RATIO;
  const shown = Math.round((LOGO_HEIGHT * width) / height);
  const alt = isWordmark ? escapeHtml(name) : '';
  const image = `<img class="logo" src="cid:${MAIL_LOGO.cid}" width="${shown}" height="${LOGO_HEIGHT}" alt="${alt}">`;
  return isWordmark ? image : `${image}${escapeHtml(name)}`;
}

function accentStyle(accent: string): string {
  const { light, dark } = brandTheme(accent);
  return `a { color: ${light.primary}; }
a.button { background: ${light.primary}; color: ${light['primary-foreground']}; }
.code { background: ${light['active-soft']}; color: ${light.primary}; }
@media (prefers-color-scheme: dark) {
  .code { background: ${dark['active-soft']} !important; color: ${dark.primary} !important; }
  a { color: ${dark.primary} !important; }
  a.button { background: ${dark.primary} !important; color: ${dark['primary-foreground']} !important; }
}
`;
}
