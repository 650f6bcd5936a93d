import type { Language } from '../language.js';
import type { LegalPageName } from '../http/auth/legal.js';

/** Titles of the legal pages and of the links to them. */
export const LEGAL_PAGE_TITLES: Record<Language, Record<LegalPageName, string>> = {
  en: {
    terms: 'Terms of Service',
    privacy: 'Privacy Policy',
    refunds: 'Refund Policy',
    imprint: 'Legal Notice',
  },
  id: {
    terms: 'Ketentuan Layanan',
    privacy: 'Kebijakan Privasi',
    refunds: 'Kebijakan Pengembalian Dana',
    imprint: 'Identitas Penyelenggara',
  },
};
