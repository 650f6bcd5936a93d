import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '@casement/common/database/database.js';
import { InstallConfig } from '../config.js';
import { InstallEntity } from '../installs/install.entity.js';

/** A worker writes only while it holds the lease; whoever was replaced finds its epoch outdated. */
export class LeaseLost extends Error {
  constructor(installId: string) {
    super(`the lease of install ${installId} was lost`);
    this.name = 'LeaseLost';
  }
}

export interface Lease {
  installId: string;
  epoch: number;
}

@Injectable()
export class LeasesRepository {
  constructor(
    private readonly db: Database,
    private readonly config: InstallConfig,
  ) {}

  /** The install that has waited longest and that nobody works on; null when none is due. */
  async claim(owner: string): Promise<Lease | null> {
    const claimed = await this.update<{ id: string; epoch: string }>(
      `UPDATE install SET lease_owner = $1, lease_epoch = lease_epoch + 1,
              lease_expires_at = now() + make_interval(secs => $2)
       WHERE id = (
         SELECT id FROM install
         WHERE status IN ('pending', 'preparing', 'running', 'manual_review')
           AND run_after <= now() AND (lease_expires_at IS NULL OR lease_expires_at < now())
         ORDER BY run_after LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING id, lease_epoch AS epoch`,
      [owner, this.config.INSTALL_LEASE_SECONDS],
    );
    const row = claimed.rows[0];
    return row ? { installId: row.id, epoch: Number(row.epoch) } : null;
  }

  /** False when another worker has taken over. */
  async renew({ installId, epoch }: Lease): Promise<boolean> {
    const { affected } = await this.update(
      `UPDATE install SET lease_expires_at = now() + make_interval(secs => $3)
       WHERE id = $1 AND lease_epoch = $2`,
      [installId, epoch, this.config.INSTALL_LEASE_SECONDS],
    );
    return affected === 1;
  }

  /** The row, locked, if the lease still stands. Everything that a worker writes begins with this. */
  async hold(tx: EntityManager, { installId, epoch }: Lease): Promise<InstallEntity> {
    const row = await tx.findOne(InstallEntity, {
      where: { id: installId, leaseEpoch: epoch },
      lock: { mode: 'pessimistic_write' },
    });
    if (!row) throw new LeaseLost(installId);
    return row;
  }

  /** Lets go; the install is due again after `waitMs`. */
  async release({ installId, epoch }: Lease, waitMs: number): Promise<void> {
    await this.db.query(
      `UPDATE install SET lease_owner = NULL, lease_expires_at = NULL,
              run_after = now() + make_interval(secs => $3 / 1000.0)
       WHERE id = $1 AND lease_epoch = $2`,
      [installId, epoch, waitMs],
    );
  }

  /** TypeORM answers an UPDATE with its rows and their number. */
  private async update<Row>(sql: string, parameters: unknown[]) {
    const [rows, affected] = (await this.db.query(sql, parameters)) as unknown as [Row[], number];
    return { rows, affected };
  }
}
