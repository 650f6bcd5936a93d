import { z } from 'zod';
import { failures } from '@casement/proto/texts/id/failures.js';
import { phrases } from '@casement/proto/texts/id/phrases.js';
import {
  TELEGRAM_LANGUAGES,
  telegramTexts,
  type TelegramLanguage,
  type TelegramTexts,
} from '@casement/proto/texts/telegram.js';
import { translate } from '@casement/proto/texts/translate.js';

/** Languages of the bots and their emails. */
export type Language = TelegramLanguage;
export type Messages = TelegramTexts;
export const LANGUAGE_CODES = TELEGRAM_LANGUAGES;
export const languageCode = z.enum(LANGUAGE_CODES);
/** Used until the chat chooses another language with /language. */
export const DEFAULT_LANGUAGE: Language = 'en';

export const messagesIn = telegramTexts;

/** Translates an install's failure or remedy by its code. Without a translation, returns the English text. */
export const failureIn = (language: Language, code: string, text: string): string =>
  (language === 'id' && translate(failures[code] ?? {}, text, phrases)) || text;

export const isLanguage = (code: string): code is Language =>
  (LANGUAGE_CODES as string[]).includes(code);
