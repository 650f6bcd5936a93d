/** Subject and body of a mail. `text` and `html` have the same content. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

export interface MailMessage extends MailContent {
  to: string;
}
