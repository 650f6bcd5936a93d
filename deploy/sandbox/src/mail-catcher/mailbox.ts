import PostalMime from 'postal-mime';

/** A caught mail, as `GET /email` gives it. */
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

/** What was sent since the start, oldest first. Nothing leaves this machine. */
export class Mailbox {
  private readonly mails: Mail[] = [];
  private lastId = 0;

  /** @param recipients the envelope's: whom the mail really goes to; its header may differ */
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
      html: mail.html ?? '',
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
