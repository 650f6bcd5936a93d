import { en, type TelegramTexts } from './en/telegram.js';
import { id } from './id/telegram.js';

/** English and Indonesian texts of the Telegram bots and their mails. */
const texts = { en, id };

export type { TelegramTexts };
export type TelegramLanguage = keyof typeof texts;
export const TELEGRAM_LANGUAGES = Object.keys(texts) as TelegramLanguage[];

export const telegramTexts = (language: TelegramLanguage): TelegramTexts => texts[language];
