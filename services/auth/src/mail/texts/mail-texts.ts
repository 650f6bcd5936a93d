import type { Language } from '@casement/common/core/language/language.js';
import type { UserEntity } from '../../users/user.entity.js';
import { en, type MailTexts } from './en.js';
import { id } from './id.js';

const TEXTS: Record<Language, MailTexts> = { en, id };

/** Whom a mail addresses, and in which language. */
export type MailReader = Pick<UserEntity, 'username' | 'language'>;

export const mailTexts = (language: Language): MailTexts => TEXTS[language];
