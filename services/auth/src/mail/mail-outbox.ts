import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SecretBox } from '@casement/common/core/crypto/secret-box.js';
import { newId } from '@casement/common/data/database/new-id.js';
import type { Letter } from '@casement/common/platform/mail/mail-content.js';
import { OutgoingMailEntity } from './outgoing-mail.entity.js';

/** A letter and whose account it is about: AddressOwner looks at that before it is sent. */
export interface AccountLetter extends Letter {
  userId: string;
}

export interface MailOrder extends AccountLetter {
  /** For the delivery log, e.g. `verification`. */
  kind: string;
  /** From then on it would be useless; LIFETIME_MS after now unless given. */
  giveUpAt?: Date;
}

/** A warning is of use for two days: longer than an outage of the mail server's may last. */
const LIFETIME_MS = 2 * 86_400_000;

/** Where mails wait: written in the transaction of what caused them, sent by MailSender. */
@Injectable()
export class MailOutbox {
  private notifySender: () => void = () => undefined;

  constructor(private readonly secrets: SecretBox) {}

  /** @param listener called when a mail was added by this process; its transaction is still open */
  onAdded(listener: () => void): void {
    this.notifySender = listener;
  }

  async add(tx: EntityManager, { kind, giveUpAt, ...letter }: MailOrder): Promise<void> {
    const id = newId();
    const now = new Date();
    await tx.insert(OutgoingMailEntity, {
      id,
      kind,
      sealed: this.secrets.seal(JSON.stringify(letter), sealContext(id)),
      attempts: 0,
      nextAttemptAt: now,
      giveUpAt: giveUpAt ?? new Date(now.getTime() + LIFETIME_MS),
      createdAt: now,
    });
    this.notifySender();
  }

  /** Without the account where version 0.1.0 has ordered it. */
  open(mail: { id: string; sealed: string }): Letter & Partial<AccountLetter> {
    return JSON.parse(this.secrets.open(mail.sealed, sealContext(mail.id))) as AccountLetter;
  }
}

/** Binds the sealed text to its row: moved to another one it does not open. */
const sealContext = (id: string) => `outgoing_mail:${id}`;
