export interface MailContent {
  subject: string;
  text: string;
  html: string;
}
