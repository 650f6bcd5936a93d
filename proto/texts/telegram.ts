import { en, type TelegramTexts } from './en/telegram.js';
import { id } from './id/telegram.js';
import type { Language } from '../language.js';

export type { TelegramTexts };

/** Texts of the Telegram bots and their mails. */
export const telegramTexts: Record<Language, TelegramTexts> = { en, id };
