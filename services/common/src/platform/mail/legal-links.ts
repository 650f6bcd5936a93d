import type { LegalPageName } from '@casement/proto/http/auth/legal.js';
import { LEGAL_PAGE_TITLES } from '@casement/proto/texts/legal.js';
import type { MailContent } from './mail-content.js';

/** Adds links to the published legal pages below the footer of a mail. Added when it is sent, so they are current. */
export function withLegalLinks<M extends MailContent>(
  { language, ...mail }: M,
  pages: readonly LegalPageName[],
  publicUrl: string,
): Omit<M, 'language'> {
  if (language === undefined || pages.length === 0) return mail;
  const links = pages.map((page) => ({
    title: LEGAL_PAGE_TITLES[language][page],
    url: new URL(`/legal/${page}?lang=${language}`, publicUrl).href,
  }));
  const html = links.map(({ title, url }) => `<a href="${url}">${title}</a>`).join(' · ');
  return {
    ...mail,
    text: `${mail.text.trimEnd()}\n\n${links.map(({ title, url }) => `${title}: ${url}`).join('\n')}\n`,
    html: mail.html.replace('</body>', () => `\n<div class="footer">${html}</div></body>`),
  };
}
