import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { withBrand } from '@casement/common/platform/mail/mail-brand.js';
import type { MailMessage, MailContent } from '@casement/common/platform/mail/mail-content.js';
import { BrandService } from '../brand/brand.service.js';
import { OutgoingMailEntity } from './outgoing-mail.entity.js';

/** Mail about an account. AddressOwner checks the account before the mail is sent. */
interface AccountMail extends MailMessage {
  userId: string;
}

export interface MailOrder extends AccountMail {
  /** Kind of mail for the delivery log, e.g. `verification`. */
  kind: string;
  /** Time when the mail becomes useless. Defaults to LIFETIME_MS from now. */
  giveUpAt?: Date;
}

/** Default lifetime, longer than a typical outage of the mail server. */
const LIFETIME_MS = 2 * 86_400_000;

/** Stores mails in the transaction that causes them; MailSender sends them. */
@Injectable()
export class MailOutbox {
  private notifySender: () => void = () => undefined;

  constructor(
    private readonly secrets: SecretBox,
    private readonly brand: BrandService,
  ) {}

  /** @param listener called when this process adds a mail, while its transaction is still open */
  onAdded(listener: () => void): void {
    this.notifySender = listener;
  }

  /** Adds a mail to the address of a user. Does nothing for users without an address. */
  async addTo(
    tx: EntityManager,
    { id: userId, email: to }: { id: string; email: string | null },
    mail: MailContent & Pick<MailOrder, 'kind' | 'giveUpAt'>,
  ): Promise<void> {
    if (to !== null) await this.add(tx, { userId, to, ...mail });
  }

  async add(tx: EntityManager, { kind, giveUpAt, ...message }: MailOrder): Promise<void> {
    const branded = withBrand(message, await this.brand.forMails(tx));
    const id = newId();
    const now = new Date();
    await tx.insert(OutgoingMailEntity, {
      id,
      kind,
      sealed: this.secrets.seal(JSON.stringify(branded), mailContext(id)),
      attempts: 0,
      nextAttemptAt: now,
      giveUpAt: giveUpAt ?? new Date(now.getTime() + LIFETIME_MS),
      createdAt: now,
    });
    this.notifySender();
  }

  /** Opens a sealed mail. Mails stored by version 0.1.0 contain no account. */
  open(mail: { id: string; sealed: string }): MailMessage & Partial<AccountMail> {
    return JSON.parse(this.secrets.open(mail.sealed, mailContext(mail.id))) as AccountMail;
  }
}

/** Binds the sealed text to its row, so that it cannot be opened in another row. */
export const mailContext = (id: string) => `outgoing_mail:${id}`;
