import type { Language } from '@casement/proto/language.js';
import { en, type MailTexts } from './en.js';
import { id } from './id.js';

export const mailTexts: Record<Language, MailTexts> = { en, id };

export interface MailReader {
  username: string;
  language: Language;
  /** IANA name; by default Asia/Jakarta. */
  timeZone?: string;
}
