/** What mails are written in. English where nothing else is asked for. */
export const LANGUAGES = ['en', 'id'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'en';

const isLanguage = (code: string | undefined): code is Language =>
  (LANGUAGES as readonly (string | undefined)[]).includes(code);

/** Of a code that another service named: an older one names none. */
export const languageOf = (code: string | undefined): Language =>
  isLanguage(code) ? code : DEFAULT_LANGUAGE;

/**
 * The first of a browser's languages that is one of ours; undefined without one.
 *
 * @param header Accept-Language, whose order browsers keep in step with its weights
 * @example acceptedLanguage('ms;q=0.9, id-ID;q=0.8') // 'id'
 */
export const acceptedLanguage = (header = ''): Language | undefined =>
  header
    .split(',')
    .map((range) => range.trim().split(/[-;]/)[0]?.trim().toLowerCase())
    .find(isLanguage);
