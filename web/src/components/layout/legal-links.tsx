import { LEGAL_PAGE_TITLES } from '@casement/proto/texts/legal.js';
import { legalUrl, useLegalPages } from '@/lib/legal-pages.js';
import { currentLanguage } from '@/messages/i18n.js';

/** Links to the published legal pages. */
export default function LegalLinks() {
  const titles = LEGAL_PAGE_TITLES[currentLanguage()];
  return useLegalPages().map((page) => (
    <a key={page} className="link whitespace-nowrap" href={legalUrl(page)}>
      {titles[page]}
    </a>
  ));
}
