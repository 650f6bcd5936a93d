/** Languages of pages, mails, bots and documents. English is the default. */
export const LANGUAGES = ['en', 'id'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'en';

/** Whether texts exist in the language with this code. */
export const isLanguage = (code: string | null | undefined): code is Language =>
  (LANGUAGES as readonly (string | null | undefined)[]).includes(code);

/** Parses the language code sent by another service. Older versions of a service send none. */
export const languageOf = (code: string | undefined): Language =>
  isLanguage(code) ? code : DEFAULT_LANGUAGE;

/**
 * Returns the first supported language that the browser accepts, or undefined.
 *
 * @param header Accept-Language; browsers order it by weight
 * @example acceptedLanguage('ms;q=0.9, id-ID;q=0.8') // 'id'
 */
export const acceptedLanguage = (header = ''): Language | undefined =>
  header
    .split(',')
    .map((range) => range.trim().split(/[-;]/)[0]?.trim().toLowerCase())
    .find(isLanguage);
