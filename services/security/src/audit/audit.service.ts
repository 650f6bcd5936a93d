import { Injectable } from '@nestjs/common';
import type { AuditQuery } from '@casement/proto/http/security/audit.js';
import type { UserSummary } from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import type { AuditEntryEntity } from './audit-entry.entity.js';
import { userIdFromTarget } from './audit.mapper.js';
import { AuditRepository } from './audit.repository.js';

@Injectable()
export class AuditService {
  constructor(
    private readonly entries: AuditRepository,
    private readonly directory: UserDirectory,
  ) {}

  add(entry: AuditEntryEntity): Promise<void> {
    return this.entries.add(entry);
  }

  eraseProfileTexts(userId: string): Promise<void> {
    return this.entries.eraseProfileTexts(userId);
  }

  /** Newest first, with the users of the page, or `null` while auth does not answer. Two users per entry stay within the limit of one call to auth. */
  async page(
    query: AuditQuery,
  ): Promise<ListPage<AuditEntryEntity> & { users: Map<string, UserSummary> | null }> {
    const page = await this.entries.page(query);
    const ids = page.rows.flatMap(({ actorId, target }) => [actorId, userIdFromTarget(target)]);
    return { ...page, users: await this.directory.lookUp(ids.filter((id) => id !== null)) };
  }
}
