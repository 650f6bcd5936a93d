import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { AccountRecoveryService } from '../account-recovery/account-recovery.service.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { DeviceLoginsService } from '../device-logins/device-logins.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { UsersService } from '../users/users.service.js';

@Injectable()
export class AccountAccessService {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly deviceLogins: DeviceLoginsService,
    private readonly apiKeys: ApiKeysService,
    private readonly recovery: AccountRecoveryService,
    private readonly audit: Audit,
  ) {}

  /**
   * Ends everything but the caller's session, and cancels a recovery. Desktops in the browser end with the session that
   * opened them. Second factors stay, because a thief could remove them with a stolen token otherwise.
   */
  async revokeOthers({ userId, sessionId }: Actor): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.users.getForUpdate(tx, userId);
      await this.sessions.endOthers(tx, userId, sessionId, 'signed_out');
      await this.deviceLogins.revokeApproved(tx, userId);
      await this.apiKeys.revokeAccess(tx, userId);
      await this.recovery.take(tx, userId);
      await this.audit.record(tx, { action: 'access.revoked', target: `user:${userId}` });
    });
  }
}
