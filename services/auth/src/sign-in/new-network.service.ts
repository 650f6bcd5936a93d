import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { currentContext } from '@casement/common/core/context/request-context.js';
import { AuthConfig } from '../config.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { deviceName } from '../sessions/device-name.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { User } from '../users/users.service.js';
import { networkOf } from '../network.js';
import { newNetworkMail } from './new-network-mail.js';

@Injectable()
export class NewNetworkService {
  constructor(
    private readonly config: AuthConfig,
    private readonly sessions: SessionsService,
    private readonly mails: MailOutbox,
  ) {}

  /**
   * Mails the owner about a sign-in from a network without a stored session. Must be called before the new session
   * begins. The first sign-in of an account is not reported.
   */
  async note(tx: EntityManager, user: User): Promise<void> {
    const { clientAddress: address, userAgent } = currentContext() ?? {};
    if (address === undefined || user.email === null) return;
    const known = await this.sessions.addressesOf(tx, user.id);
    if (known.length === 0) return;
    if (known.some((one) => one !== null && networkOf(one) === networkOf(address))) return;
    const facts = { device: deviceName(userAgent), address, at: new Date() };
    const mail = newNetworkMail(this.config.PUBLIC_URL, user, facts);
    await this.mails.addTo(tx, user, { kind: 'new-network', ...mail });
  }
}
