import PostalMime, { type Email } from 'postal-mime';

/** Caught mail in the format of `GET /email`. */
export interface Mail {
  id: number;
  from: string;
  to: { address: string; name: string }[];
  subject: string;
  text: string;
  html: string;
  receivedAt: string;
}

const LIMIT = 1_000;

/** Replaces `cid:` URLs, which browsers cannot open, by the attached images. */
const withAttachedImages = ({ html = '', attachments }: Email): string =>
  attachments.reduce((page, { contentId, mimeType, content }) => {
    if (!contentId) return page;
    const image = Buffer.from(content as ArrayBuffer).toString('base64');
    return page.replaceAll(`cid:${contentId.slice(1, -1)}`, `data:${mimeType};base64,${image}`);
  }, html);

/** Mails since the start, oldest first. They never leave this machine. */
export class Mailbox {
  private readonly mails: Mail[] = [];
  private lastId = 0;

  /** @param recipients envelope recipients, to whom the mail is really sent; the header may differ */
  async receive(raw: string | Buffer, recipients: string[]): Promise<void> {
    const mail = await PostalMime.parse(raw);
    this.mails.push({
      id: ++this.lastId,
      from: mail.from?.address ?? '',
      to: recipients.map((address) => ({
        address,
        name: mail.to?.find((to) => to.address === address)?.name ?? '',
      })),
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: withAttachedImages(mail),
      receivedAt: new Date().toISOString(),
    });
    if (this.mails.length > LIMIT) this.mails.shift();
  }

  all(): readonly Mail[] {
    return this.mails;
  }

  find(id: number): Mail | undefined {
    return this.mails.find((mail) => mail.id === id);
  }

  clear(): void {
    this.mails.length = 0;
  }
}
