import { z } from 'zod';
import { en, type Messages } from './en.js';
import { id } from './id.js';

export type { Messages };

/** The languages of the bots. Mails are English. */
const LANGUAGES = { en, id } satisfies Record<string, Messages>;
export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[];
export const languageCode = z.enum(LANGUAGE_CODES);
/** Until another one is chosen with /language. */
export const DEFAULT_LANGUAGE: Language = 'en';

export const messagesIn = (language: Language): Messages => LANGUAGES[language];

export const isLanguage = (code: string): code is Language =>
  (LANGUAGE_CODES as string[]).includes(code);
