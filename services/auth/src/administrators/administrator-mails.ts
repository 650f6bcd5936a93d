import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuthConfig } from '../config.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { UsersService } from '../users/users.service.js';
import { administratorMail, type AdministratorChange } from './administrator-mail.js';

/**
 * Notifies all administrators of the changes that an attacker with a stolen administrator session would make first.
 */
@Injectable()
export class AdministratorMails {
  constructor(
    private readonly config: AuthConfig,
    private readonly users: UsersService,
    private readonly mails: MailOutbox,
  ) {}

  /** Also notifies the administrator who is affected by the change. */
  async add(tx: EntityManager, change: AdministratorChange): Promise<void> {
    const now = new Date();
    for (const user of await this.users.findAdministrators(tx)) {
      const content = administratorMail(this.config.PUBLIC_URL, user, change, now);
      await this.mails.addTo(tx, user, { kind: 'administrator-change', ...content });
    }
  }
}
