import type { Language } from '@casement/proto/language.js';

/** Subject and body of a mail. `text` and `html` have the same content. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
  /** Language of the links that withLegalLinks adds; without it none are added. */
  language?: Language;
}

export interface MailMessage extends MailContent {
  to: string;
}
