import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { AuthConfig } from '../config.js';
import { MailOutbox } from './mail-outbox.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { UsersService, type User } from '../users/users.service.js';
import { addressInUseMail } from './address-in-use-mail.js';

/**
 * Checks whether other accounts use the address of a mail. Runs when the mail is sent and not in the request that
 * ordered it, because neither the response nor the duration of a registration may reveal whether the address has an
 * account.
 */
@Injectable()
export class AddressOwner {
  constructor(
    private readonly config: AuthConfig,
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly throttle: ThrottleService,
    private readonly mails: MailOutbox,
  ) {}

  /**
   * Returns whether a mail about the account `userId` may be sent: not if another account has verified the address.
   * If a verification code goes to the address of another account, that account is notified.
   */
  async maySendTo(kind: string, address: string, userId: string): Promise<boolean> {
    const owner = await this.users.findByLogin(address);
    if (!owner || owner.id === userId) return true;
    if (kind === 'verification') await this.report(owner, address);
    return owner.emailVerifiedAt === null;
  }

  /** Throttled so that entering an address repeatedly cannot flood its mailbox. */
  private report(owner: User, address: string): Promise<void> {
    return this.db.transaction(async (tx) => {
      const who = address.toLowerCase();
      if ((await this.throttle.tryTake(LIMITS.addressInUse, who, tx)) !== undefined) return;
      await this.mails.add(tx, {
        kind: 'address-in-use',
        userId: owner.id,
        to: address,
        ...addressInUseMail(
          this.config.PUBLIC_URL,
          owner,
          owner.emailVerifiedAt === null ? 'unverified' : 'verified',
        ),
      });
    });
  }
}
