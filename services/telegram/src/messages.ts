import { z } from 'zod';
import { failures } from '@casement/proto/texts/id/failures.js';
import { phrases } from '@casement/proto/texts/id/phrases.js';
import { translate } from '@casement/proto/texts/translate.js';
import { en, type Messages } from '../../../proto/texts/en/telegram.js';
import { id } from '../../../proto/texts/id/telegram.js';

export type { Messages };

/** The languages of the bots, and of their mails. */
const LANGUAGES = { en, id } satisfies Record<string, Messages>;
export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[];
export const languageCode = z.enum(LANGUAGE_CODES);
/** Until another one is chosen with /language. */
export const DEFAULT_LANGUAGE: Language = 'en';

export const messagesIn = (language: Language): Messages => LANGUAGES[language];

/** Why an install failed, or what to do about it, by the code of the failure; in English where there is no other text. */
export const failureIn = (language: Language, code: string, text: string): string =>
  (language === 'id' && translate(failures[code] ?? {}, text, phrases)) || text;

export const isLanguage = (code: string): code is Language =>
  (LANGUAGE_CODES as string[]).includes(code);
