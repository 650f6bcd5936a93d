import { LEGAL_PAGE_TITLES } from '@casement/proto/texts/legal.js';
import { currentBrand } from '@/config/brand.js';
import { legalUrl, useLegalPages } from '@/lib/legal-pages.js';
import { currentLanguage } from '@/messages/i18n.js';

/** Links of the brand, and to the published legal pages except the terms, which open in a dialog. */
export default function LegalLinks() {
  const titles = LEGAL_PAGE_TITLES[currentLanguage()];
  const pages = useLegalPages().filter((page) => page !== 'terms');
  const links = [
    ...currentBrand().footerLinks,
    ...pages.map((page) => ({ label: titles[page], url: legalUrl(page) })),
  ];
  return links.map(({ label, url }) => (
    <a key={url} className="link whitespace-nowrap py-1" href={url}>
      {label}
    </a>
  ));
}
