import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { z } from 'zod';
import {
  ACTIVE_INSTALL_STATUSES,
  installStatus,
  type InstallFilter,
  type InstallHistoryQuery,
  type InstallStatus,
} from '@casement/proto/http/install/install.js';
import { condition, escapeLike, raw } from '@casement/common/data/database/condition.js';
import { newestIdFirst } from '@casement/common/data/database/cursor.js';
import { Database } from '@casement/common/data/database/database.js';
import { listEntities, type ListPage } from '@casement/common/data/database/list-page.js';
import { execute, idRow, one, row, rows } from '@casement/common/data/database/sql.js';
import type {
  AgainRequest,
  KeptRecovery,
  RecoveryFindings,
} from '@casement/install-engine/agent-api/agent-state.js';
import { nextTurn, type TurnTable } from '@casement/common/data/jobs/next-turn.js';
import { InstallConfig } from '../config.js';
import type { VpsTarget } from '../vps-access/vps-targets.js';
import { ACTIVE, UNFINISHED, type StoredStatus } from './install-status.js';
import { InstallEntity } from './install.entity.js';

const failuresRow = z.object({ byUser: z.number(), onAddress: z.number() });
const labelRow = z.object({ label: z.string() });
const imageRow = z.object({ image: z.string() });
const statusRow = z.object({ userId: z.string(), status: installStatus, count: z.number() });

/** Count cap of install lists, which are small enough to be counted exactly. */
export const EXACT_COUNT = Number.MAX_SAFE_INTEGER - 1;

export const INSTALL_TURNS: TurnTable = {
  table: 'install',
  open: `status IN ('pending', 'preparing', 'running', 'manual_review')`,
  waiting: `status = 'pending'`,
  owner: 'user_id',
};

/** SQL for the public port of an install's desktop: as proven, as planned, otherwise the configured port. */
export const desktopPortSql = (configured: number): string =>
  `coalesce((engine_state->'rdp'->>'port')::int, rdp_port, ${configured})`;

export function statusesOf(filter: InstallFilter): readonly InstallStatus[] {
  if (filter === 'all') return installStatus.options;
  return filter === 'active' ? ACTIVE_INSTALL_STATUSES : [filter];
}

/** Every change of status goes through `change`, so that exactly one of several concurrent changes takes effect. */
@Injectable()
export class InstallsRepository {
  private readonly desktopPort;

  constructor(
    private readonly db: Database,
    config: InstallConfig,
  ) {
    this.desktopPort = desktopPortSql(config.INSTALL_TARGET_PORT);
  }

  /** @returns false if another install of the VPS is unfinished */
  async insert(tx: EntityManager, row: Partial<InstallEntity>): Promise<boolean> {
    const result = await tx
      .createQueryBuilder()
      .insert()
      .into(InstallEntity)
      .values(row)
      .orIgnore()
      .returning('id')
      .execute();
    return (result.raw as unknown[]).length === 1;
  }

  find(id: string): Promise<InstallEntity | null> {
    return this.db.manager.findOneBy(InstallEntity, { id });
  }

  /** Returns whether an earlier request of this user for this VPS is still unsettled. */
  isReserving(userId: string, { ip, sshPort }: VpsTarget): Promise<boolean> {
    const where = { userId, ip, sshPort: sshPort ?? IsNull(), status: 'reserving' as const };
    return this.db.manager.existsBy(InstallEntity, where);
  }

  /** Newest first. Excludes installs without a quota hold. */
  pageOf(userId: string, page: InstallHistoryQuery): Promise<ListPage<InstallEntity>> {
    const { status, ip, port, win_ver, search } = page;
    const pattern = `%${escapeLike(search.toLowerCase())}%`;
    return listEntities(this.db.manager, InstallEntity, {
      where: [
        condition`user_id = ${userId}`,
        condition`status = ANY (${statusesOf(status)})`,
        ip !== undefined && condition`ip = ${ip}`,
        port !== undefined && condition`${raw(this.desktopPort)} = ${port}`,
        win_ver !== undefined && condition`win_ver = ${win_ver}`,
        search !== '' && condition`lower(ip || E'\\n' || coalesce(label, '')) LIKE ${pattern}`,
      ],
      orderBy: newestIdFirst,
      page,
      countCap: EXACT_COUNT,
    });
  }

  countByStatus(userIds: string[]): Promise<z.output<typeof statusRow>[]> {
    return rows(
      this.db.manager,
      statusRow,
      `SELECT user_id AS "userId", status, count(*)::int AS count FROM install
       WHERE user_id = ANY ($1) AND status <> 'reserving' GROUP BY user_id, status`,
      [userIds],
    );
  }

  /** Returns the label that the user gave the machine. Installs of older replicas have none. */
  async labelOf(
    tx: EntityManager,
    { userId, ip, rdpPort }: { userId: string; ip: string; rdpPort: number },
  ): Promise<string | null> {
    const labelled = await row(
      tx,
      labelRow,
      `SELECT label FROM install WHERE user_id = $1 AND ip = $2 AND label IS NOT NULL
         AND ${this.desktopPort} = $3 ORDER BY id DESC LIMIT 1`,
      [userId, ip, rdpPort],
    );
    return labelled?.label ?? null;
  }

  async setFingerprint(tx: EntityManager, id: string, fingerprint: string): Promise<void> {
    await execute(
      tx,
      `UPDATE install SET engine_state = jsonb_set(engine_state, '{fingerprint}', to_jsonb($2::text))
       WHERE id = $1`,
      [id, fingerprint],
    );
  }

  /**
   * Counts installs since `since` of this user (outside batches) and of this VPS that ended with one of these codes.
   */
  countFailures(
    tx: EntityManager,
    by: VpsTarget & { userId: string; codes: readonly string[]; since: Date },
  ): Promise<z.output<typeof failuresRow>> {
    return one(
      tx,
      failuresRow,
      `SELECT count(*) FILTER (WHERE user_id = $1)::int AS "byUser",
              count(*) FILTER (WHERE ip = $2 AND ssh_port IS NOT DISTINCT FROM $5::int)::int AS "onAddress"
       FROM install
       WHERE status_changed_at > $3 AND status = 'failed' AND (user_id = $1 OR ip = $2)
         AND engine_state->'failure'->>'code' = ANY ($4)`,
      [by.userId, by.ip, by.since, by.codes, by.sshPort],
    );
  }

  async countActiveByImage(): Promise<Map<string, number>> {
    const counts = await rows(
      this.db.manager,
      imageRow.extend({ installs: z.number() }),
      `SELECT manifest_sha256 AS image, count(*)::int AS installs FROM install
       WHERE status = ANY ($1) GROUP BY 1`,
      [ACTIVE],
    );
    return new Map(counts.map(({ image, installs }) => [image, installs]));
  }

  /** Revokes the tokens of recovery systems that the install has overwritten. */
  async revokeRecovery(
    tx: EntityManager,
    { id, ip, sshPort }: Pick<InstallEntity, 'id' | 'ip' | 'sshPort'>,
  ): Promise<void> {
    await execute(
      tx,
      `UPDATE install SET recovery_token_hash = NULL
       WHERE ip = $2 AND coalesce(ssh_port, 22) = coalesce($3::int, 22) AND id <> $1
         AND recovery_token_hash IS NOT NULL`,
      [id, ip, sshPort],
    );
  }

  /** Keeps `updated_at`, which customers see as the last change, because the reports repeat. */
  async recordRecovery(tx: EntityManager, id: string, findings: RecoveryFindings): Promise<void> {
    await execute(
      tx,
      `UPDATE install SET agent_state = jsonb_set(agent_state, '{recovery}', $2) WHERE id = $1`,
      [id, JSON.stringify(findings)],
    );
  }

  async recordAgain(tx: EntityManager, id: string, again: AgainRequest): Promise<void> {
    await execute(
      tx,
      `UPDATE install SET agent_state = jsonb_set(agent_state, '{again}', $2) WHERE id = $1`,
      [id, JSON.stringify(again)],
    );
  }

  async recordKept(tx: EntityManager, id: string, kept: KeptRecovery): Promise<void> {
    await execute(
      tx,
      `UPDATE install SET agent_state = jsonb_set(agent_state, '{kept}', $2) WHERE id = $1`,
      [id, JSON.stringify(kept)],
    );
  }

  /** Counts bytes that an agent fetched. @returns false if they exceed `limit` */
  async addFetched(id: string, bytes: number, limit: number): Promise<boolean> {
    const changed = await rows(
      this.db.manager,
      idRow,
      `UPDATE install SET fetched_bytes = fetched_bytes + $2
       WHERE id = $1 AND fetched_bytes + $2 <= $3 RETURNING id`,
      [id, bytes, limit],
    );
    return changed.length === 1;
  }

  /** Includes images of installs that an administrator can still resume. */
  async neededImages(): Promise<string[]> {
    const needed = await rows(
      this.db.manager,
      imageRow,
      `SELECT DISTINCT manifest_sha256 AS image FROM install
       WHERE status = ANY ($1) OR agent_token_hash IS NOT NULL OR vps_password IS NOT NULL`,
      [UNFINISHED],
    );
    return needed.map(({ image }) => image);
  }

  async deleteAllOf(tx: EntityManager, userId: string): Promise<void> {
    await execute(
      tx,
      `DELETE FROM outbox WHERE published_at IS NOT NULL
         AND ordering_key IN (SELECT id::text FROM install WHERE user_id = $1)`,
      [userId],
    );
    await tx.delete(InstallEntity, { userId });
  }

  /**
   * Stores the usernames returned by auth, so that searches can find installs by username. Locked rows are skipped
   * until the next call; waiting for them could deadlock several requests of one user.
   */
  async rememberUsernames(names: Map<string, string>, tx = this.db.manager): Promise<void> {
    await execute(
      tx,
      `UPDATE install SET username = named.username
       FROM (SELECT i.id, n.username FROM install AS i
             JOIN unnest($1::uuid[], $2::text[]) AS n (user_id, username) ON n.user_id = i.user_id
             WHERE i.username IS DISTINCT FROM n.username
             FOR NO KEY UPDATE OF i SKIP LOCKED) AS named
       WHERE install.id = named.id`,
      [[...names.keys()], [...names.values()]],
    );
  }

  /** Returns rows whose request crashed between the insert and billing's response. */
  reservingSince(before: Date): Promise<InstallEntity[]> {
    return this.db.manager
      .createQueryBuilder(InstallEntity, 'install')
      .where(`install.status = 'reserving' AND install.createdAt < :before`, { before })
      .limit(100)
      .getMany();
  }

  async delete(tx: EntityManager, id: string, status: StoredStatus): Promise<boolean> {
    const result = await tx.delete(InstallEntity, { id, status });
    return result.affected === 1;
  }

  nextTurn(tx: EntityManager, userId: string): Promise<number> {
    return nextTurn(tx, INSTALL_TURNS, userId);
  }

  /**
   * Changes the row if it is still as the caller read it. Every status change uses this method.
   * @returns `null` if a concurrent change came first
   */
  async change(
    tx: EntityManager,
    seen: Pick<InstallEntity, 'id' | 'status' | 'version'>,
    set: Partial<InstallEntity> & { status: StoredStatus },
  ): Promise<InstallEntity | null> {
    const result = await tx.update(
      InstallEntity,
      { id: seen.id, status: seen.status, version: seen.version },
      { ...set, version: seen.version + 1, statusChangedAt: new Date() },
    );
    return result.affected === 1 ? tx.findOneByOrFail(InstallEntity, { id: seen.id }) : null;
  }
}
