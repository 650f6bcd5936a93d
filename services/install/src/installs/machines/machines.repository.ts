import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { condition } from '@casement/common/data/database/condition.js';
import { newestIdFirst } from '@casement/common/data/database/cursor.js';
import { Database } from '@casement/common/data/database/database.js';
import { listPage, type ListPage } from '@casement/common/data/database/list-page.js';
import { execute } from '@casement/common/data/database/sql.js';
import type { PageQuery } from '@casement/proto/http/envelope.js';
import { InstallConfig } from '../../config.js';
import type { InstallEntity } from '../install.entity.js';
import { desktopPortSql, EXACT_COUNT } from '../installs.repository.js';

const machineRow = z.object({
  /** Latest install. */
  id: z.string(),
  port: z.number(),
  installs: z.number(),
  windowsId: z.string().nullable(),
});
export type MachineRow = z.output<typeof machineRow>;

@Injectable()
export class MachinesRepository {
  private readonly port;

  constructor(
    private readonly db: Database,
    config: InstallConfig,
  ) {
    this.port = desktopPortSql(config.INSTALL_TARGET_PORT);
  }

  /**
   * Machines of a user, the one with the latest install first. Their Windows is that of the last completed install,
   * unless a later install has signed in to a Linux on the machine or returned it to Linux.
   */
  pageOf(userId: string, page: PageQuery): Promise<ListPage<MachineRow>> {
    const newest = '(array_agg(id ORDER BY id DESC)';
    return listPage(this.db.manager, {
      select: `id, port, installs,
        CASE WHEN linux_id IS NULL OR completed_id > linux_id THEN completed_id END AS "windowsId"`,
      from: `(SELECT user_id, ${this.port} AS port, count(*)::int AS installs, ${newest})[1] AS id,
          ${newest} FILTER (WHERE status = 'completed' AND kind = 'windows'))[1] AS completed_id,
          ${newest} FILTER (WHERE (status <> 'completed' OR kind = 'linux')
            AND engine_state->>'phase' <> 'connecting'))[1] AS linux_id
        FROM install WHERE status <> 'reserving' GROUP BY user_id, ip, ${this.port}) AS machine`,
      shape: machineRow,
      where: [condition`user_id = ${userId}`],
      orderBy: newestIdFirst,
      page,
      countCap: EXACT_COUNT,
    });
  }

  /**
   * Labels all installs of the machine. Uses raw SQL because `updated_at`, which customers see as the last change, must
   * not change.
   */
  async setLabel(
    tx: EntityManager,
    { id, userId, ip }: Pick<InstallEntity, 'id' | 'userId' | 'ip'>,
    label: string | null,
  ): Promise<void> {
    await execute(
      tx,
      `UPDATE install SET label = $4 WHERE id IN
         (SELECT id FROM install WHERE user_id = $2 AND ip = $3
            AND ${this.port} = (SELECT ${this.port} FROM install WHERE id = $1)
          ORDER BY id FOR NO KEY UPDATE)`,
      [id, userId, ip, label],
    );
  }
}
