/** What a mail contains, the same in both forms. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

export interface Letter extends MailContent {
  to: string;
}
