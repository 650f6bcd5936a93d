import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/database/database.js';

@Injectable()
export class DeletedUsersRepository {
  constructor(private readonly db: Database) {}

  /**
   * What somebody wrote of themselves in their profile. Who did what to whom stays in the audit log, and the
   * signals stay: both know a user by an opaque id only.
   */
  async eraseNames(userId: string): Promise<void> {
    await this.db.query(
      `UPDATE audit_entry SET before = '', after = ''
       WHERE target = 'user:' || $1 AND action = 'profile.updated'`,
      [userId],
    );
  }
}
