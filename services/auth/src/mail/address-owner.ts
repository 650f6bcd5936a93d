import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import { AuthConfig } from '../config.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import type { UserEntity } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { addressInUseMail } from './address-in-use-mail.js';

/**
 * Looks at the other accounts that have a mail's address. As the mail goes out, not in the request that orders it: a
 * registration must not show, by its answer or its time, whether the address has an account.
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
   * A code for an address that another account had first is reported to that one.
   * @param kind of a mail about the account `userId`
   * @returns whether it may be sent: not where another account has verified the address
   */
  async admits(kind: string, address: string, userId: string): Promise<boolean> {
    const owner = await this.users.findByLogin(address);
    if (!owner || owner.id === userId) return true;
    if (kind === 'verification') await this.report(owner, address);
    return owner.emailVerifiedAt === null;
  }

  /** Once in some hours, so that no one can fill a mailbox with it. */
  private report(owner: UserEntity, address: string): Promise<void> {
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
