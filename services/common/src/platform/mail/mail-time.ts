import type { Language } from '../../core/language/language.js';

const format = (locale: string) =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Asia/Jakarta',
  });

const TIME: Record<Language, Intl.DateTimeFormat> = { en: format('en-GB'), id: format('id-ID') };

/** Formats a time for mails (SPEC §9). */
export const mailTime = (at: Date, language: Language): string =>
  `${TIME[language].format(at)} (Asia/Jakarta)`;
