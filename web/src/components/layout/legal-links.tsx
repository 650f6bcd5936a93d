import { LEGAL_PAGE_TITLES } from '@casement/proto/texts/legal.js';
import { legalUrl, useLegalPages } from '@/lib/legal-pages.js';
import { currentLanguage } from '@/messages/i18n.js';

/** Links to the published legal pages except the terms, which open in a dialog. */
export default function LegalLinks() {
  const titles = LEGAL_PAGE_TITLES[currentLanguage()];
  return useLegalPages()
    .filter((page) => page !== 'terms')
    .map((page) => (
      <a key={page} className="link whitespace-nowrap py-1" href={legalUrl(page)}>
        {titles[page]}
      </a>
    ));
}
