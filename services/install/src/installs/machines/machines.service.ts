import { Injectable } from '@nestjs/common';
import type { Actor } from '@casement/common/core/context/actor.js';
import { Database } from '@casement/common/data/database/database.js';
import type { ListPage } from '@casement/common/data/database/list-page.js';
import { lockUser } from '@casement/common/data/database/user-lock.js';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import type { Machine } from '@casement/proto/http/install/machines.js';
import { InstallMapper } from '../install.mapper.js';
import { installErrors } from '../installs.errors.js';
import { InstallsService, type StoredInstall } from '../installs.service.js';
import { MachinesRepository } from './machines.repository.js';

@Injectable()
export class MachinesService {
  constructor(
    private readonly db: Database,
    private readonly machines: MachinesRepository,
    private readonly installs: InstallsService,
    private readonly mapper: InstallMapper,
  ) {}

  async list({ userId }: Actor, page: PageQuery): Promise<ListPage<Machine>> {
    const { rows, ...list } = await this.machines.pageOf(userId, page);
    const ids = rows.flatMap(({ id, windowsId }) => [id, ...(windowsId ? [windowsId] : [])]);
    const records = await this.mapper.records(await this.installs.getAll([...new Set(ids)]));
    const byId = new Map(records.map((record) => [record.id, record]));
    const machines = rows.flatMap(({ id, windowsId, ...row }) => {
      const last = byId.get(id);
      // Deleted by an administrator since the page was read.
      if (!last) return [];
      const windows = (windowsId && byId.get(windowsId)) || null;
      return [{ ip: last.ip, label: last.label ?? null, ...row, last, windows }];
    });
    return { ...list, rows: machines };
  }

  /** Labels the machine of an install; an empty label removes it. @throws NOT_FOUND, also for another user's install */
  setLabel({ userId }: Actor, id: string, label: string): Promise<StoredInstall> {
    return this.db.transaction(async (tx) => {
      // An install that is being requested copies the machine's label.
      await lockUser(tx, userId, 'alone');
      const install = await this.installs.lockOwn(tx, userId, id);
      if (!install) throw installErrors.notFound();
      await this.machines.setLabel(tx, install, label || null);
      return { ...install, label: label || null };
    });
  }
}
