import { Injectable } from '@nestjs/common';
import { Database } from '@casement/common/data/database/database.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { UserDirectory } from '@casement/common/platform/users/user-directory.js';
import type {
  DesktopSession,
  DesktopsQuery,
} from '@casement/proto/http/install/desktops/desktops.js';
import { AdminDesktopsRepository } from './admin-desktops.repository.js';
import { DesktopSessionEntity, isOpened, type OpenedDesktop } from './desktop-session.entity.js';
import { toDesktopSession } from './desktops.mapper.js';
import { desktopErrors } from './desktops.errors.js';

@Injectable()
export class AdminDesktopsService {
  constructor(
    private readonly db: Database,
    private readonly repository: AdminDesktopsRepository,
    private readonly users: UserDirectory,
    private readonly audit: Audit,
  ) {}

  async list(query: DesktopsQuery): Promise<ListPage<DesktopSession>> {
    const page = await this.repository.page(query);
    return { ...page, rows: await this.named(page.rows.filter(isOpened)) };
  }

  /** Orders the relay to close the desktop after its next report. Idempotent. @throws NOT_FOUND */
  async end(id: string): Promise<DesktopSession> {
    const desktop = await this.db.transaction(async (tx) => {
      const found = await this.repository.lock(tx, id);
      if (!isOpened(found)) throw desktopErrors.notFound();
      if (found.endedAt ?? found.endOrdered) return found;
      await tx.update(DesktopSessionEntity, { id }, { endOrdered: 'ended_by_administrator' });
      await this.audit.record(tx, {
        action: 'desktop.ended',
        target: `desktop:${id}`,
        before: { user_id: found.userId, install_id: found.installId, ip: found.host },
      });
      return { ...found, endOrdered: 'ended_by_administrator' as const };
    });
    const [named] = await this.named([desktop]);
    return named!;
  }

  private async named(desktops: OpenedDesktop[]): Promise<DesktopSession[]> {
    const names = await this.users.names(desktops.map(({ userId }) => userId));
    return desktops.map((desktop) => toDesktopSession(desktop, names.get(desktop.userId) ?? null));
  }
}
