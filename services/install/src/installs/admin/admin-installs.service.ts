import { Injectable } from '@nestjs/common';
import type { AdminInstallsQuery } from '@casement/proto/http/install/admin-installs.js';
import { ACTIVE_INSTALL_STATUSES } from '@casement/proto/http/install/install.js';
import { Database } from '@casement/common/data/database/database.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { InstallEntity } from '../install.entity.js';
import { installErrors } from '../installs.errors.js';
import { adminInstallErrors } from './admin-installs.errors.js';
import { AdminInstallsRepository } from './admin-installs.repository.js';

const isActive = (status: string) =>
  (ACTIVE_INSTALL_STATUSES as readonly string[]).includes(status);

@Injectable()
export class AdminInstallsService {
  constructor(
    private readonly db: Database,
    private readonly installs: AdminInstallsRepository,
    private readonly audit: Audit,
  ) {}

  list(query: AdminInstallsQuery): Promise<ListPage<InstallEntity>> {
    return this.installs.page(query);
  }

  /** @throws NOT_FOUND, INSTALL_ACTIVE */
  remove(id: string): Promise<void> {
    return this.db.transaction(async (tx) => {
      const install = await this.installs.lock(tx, id);
      if (!install || install.status === 'reserving') throw installErrors.notFound();
      const { ip, status, userId } = install;
      if (isActive(status)) throw adminInstallErrors.active(ip);
      // The quota is held until an administrator decides, and the decision needs the record.
      if (status === 'manual_review') throw adminInstallErrors.inReview(ip);
      await tx.delete(InstallEntity, { id });
      await this.audit.record(tx, {
        action: 'install.deleted',
        target: `install:${id}`,
        before: { status, ip, user_id: userId },
      });
    });
  }
}
