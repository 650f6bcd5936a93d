import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThan, Not, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { installStatus, type InstallHistoryQuery } from '@casement/proto/http/install.js';
import { condition } from '@casement/common/data/database/condition.js';
import { newestIdFirst } from '@casement/common/data/database/cursor.js';
import { Database } from '@casement/common/data/database/database.js';
import { listEntities, type ListPage } from '@casement/common/data/database/list-page.js';
import { execute, row, rows } from '@casement/common/data/database/sql.js';
import { nextTurn, type TurnTable } from '@casement/common/data/jobs/next-turn.js';
import type { RdpProof } from '@casement/install-engine/convert/state.js';
import { InstallEntity, type StoredStatus } from './install.entity.js';
import { statusesOf } from './status-filter.js';

const activeRow = z.object({ ofInstall: z.number(), byUser: z.number() });
const statusRow = z.object({ userId: z.string(), status: installStatus, count: z.number() });

/** Before its quota is held an install is not shown. */
const VISIBLE = Not<StoredStatus>('reserving');

/** Installs are few for each user, and all of them few enough to be counted. */
export const EXACT_COUNT = Number.MAX_SAFE_INTEGER - 1;

/** In these an install has its address to itself. */
const OCCUPYING: readonly StoredStatus[] = [
  'reserving',
  'pending',
  'preparing',
  'running',
  'manual_review',
];

/** In which order installs get to a worker. */
export const INSTALL_TURNS: TurnTable = {
  table: 'install',
  open: `status IN ('pending', 'preparing', 'running', 'manual_review')`,
  waiting: `status = 'pending'`,
  owner: 'user_id',
};

/** SQL of installs. Every change of status goes through `change`, so that exactly one of several wins. */
@Injectable()
export class InstallsRepository {
  constructor(private readonly db: Database) {}

  /** False when the address is occupied by another install. */
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

  /** Null for another user's, and for one that is not yet paid for. */
  findOf(userId: string, id: string): Promise<InstallEntity | null> {
    return this.db.manager.findOneBy(InstallEntity, { id, userId, status: VISIBLE });
  }

  lockOf(tx: EntityManager, userId: string, id: string): Promise<InstallEntity | null> {
    return tx.findOne(InstallEntity, {
      where: { id, userId, status: VISIBLE },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** The next ended install whose RDP password is still kept, and that no other replica holds. */
  lockRdpPasswordDue(tx: EntityManager, endedBefore: Date): Promise<InstallEntity | null> {
    return tx.findOne(InstallEntity, {
      where: { rdpPassword: Not(IsNull()), finishedAt: LessThan(endedBefore) },
      order: { finishedAt: 'ASC' },
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }

  /** The customer's list shows an install's last change by `updated_at`, which this is not. */
  async eraseRdpPassword(
    tx: EntityManager,
    id: string,
    agentState: InstallEntity['agentState'],
  ): Promise<void> {
    await execute(tx, 'UPDATE install SET rdp_password = NULL, agent_state = $2 WHERE id = $1', [
      id,
      agentState,
    ]);
  }

  /** The tries of a password by their owner since then: of this install, and of all of the user's. */
  async countRdpChecks(
    tx: EntityManager,
    { id, userId }: Pick<InstallEntity, 'id' | 'userId'>,
    since: Date,
  ): Promise<{ ofInstall: number; byUser: number }> {
    const counts = await row(
      tx,
      activeRow,
      `SELECT count(*) FILTER (WHERE id = $1)::int AS "ofInstall", count(*)::int AS "byUser"
       FROM install CROSS JOIN unnest(rdp_checked_at) AS checked WHERE user_id = $2 AND checked > $3`,
      [id, userId, since],
    );
    return counts ?? { ofInstall: 0, byUser: 0 };
  }

  /** One more; those of before are forgotten. */
  async addRdpCheck(tx: EntityManager, id: string, since: Date): Promise<void> {
    await execute(
      tx,
      `UPDATE install SET rdp_checked_at =
         ARRAY(SELECT checked FROM unnest(rdp_checked_at) AS checked WHERE checked > $2) || now()
       WHERE id = $1`,
      [id, since],
    );
  }

  /** Of an install that has ended: no worker writes its state any more. */
  async keepRdpProof(
    tx: EntityManager,
    { id, engineState }: Pick<InstallEntity, 'id' | 'engineState'>,
    rdp: RdpProof,
  ): Promise<void> {
    await tx.update(InstallEntity, { id }, { engineState: { ...engineState, rdp } });
  }

  findVisible(id: string): Promise<InstallEntity | null> {
    return this.db.manager.findOneBy(InstallEntity, { id, status: VISIBLE });
  }

  /** Of any user, in no order. */
  findAll(ids: string[]): Promise<InstallEntity[]> {
    return this.db.manager.findBy(InstallEntity, { id: In(ids), status: VISIBLE });
  }

  /** Whether an earlier request of this user for this address is not settled yet. */
  isReserving(userId: string, ip: string): Promise<boolean> {
    return this.db.manager.existsBy(InstallEntity, { userId, ip, status: 'reserving' });
  }

  /** Whether any install of this address is under way or waits for a review. */
  isOccupied(ip: string): Promise<boolean> {
    return this.db.manager.existsBy(InstallEntity, { ip, status: In([...OCCUPYING]) });
  }

  /**
   * The machine that passed this user's last check of the address is the one that is installed: its host key is
   * pinned. Only once: a VPS that was reinstalled since has a new key.
   */
  async pinCheckedKey(tx: EntityManager, installId: string): Promise<void> {
    await execute(
      tx,
      `WITH checked AS (
         SELECT c.id, c.fingerprint FROM vps_check AS c
         JOIN install AS i ON i.id = $1 AND i.user_id = c.user_id AND i.ip = c.ip
          AND i.ssh_port IS NOT DISTINCT FROM c.ssh_port
         WHERE c.fingerprint IS NOT NULL ORDER BY c.created_at DESC LIMIT 1),
       used AS (
         UPDATE vps_check SET fingerprint = NULL WHERE id = (SELECT id FROM checked))
       UPDATE install SET engine_state =
         jsonb_set(engine_state, '{fingerprint}', to_jsonb((SELECT fingerprint FROM checked)))
       WHERE id = $1 AND EXISTS (SELECT 1 FROM checked)`,
      [installId],
    );
  }

  /** The user's installs, newest first; those not yet paid for are left out. */
  pageOf(userId: string, page: InstallHistoryQuery): Promise<ListPage<InstallEntity>> {
    const { status, ip } = page;
    return listEntities(this.db.manager, InstallEntity, {
      where: [
        condition`user_id = ${userId}`,
        condition`status = ANY (${[...statusesOf(status)]})`,
        ip !== undefined && condition`ip = ${ip}`,
      ],
      orderBy: newestIdFirst,
      page,
      countCap: EXACT_COUNT,
    });
  }

  /** Of each user with an install that is paid for. */
  countByStatus(userIds: string[]): Promise<z.output<typeof statusRow>[]> {
    return rows(
      this.db.manager,
      statusRow,
      `SELECT user_id AS "userId", status, count(*)::int AS count FROM install
       WHERE user_id = ANY ($1) AND status <> 'reserving' GROUP BY user_id, status`,
      [userIds],
    );
  }

  /** Of any user, also those not yet paid for; only the columns that show their state. */
  findMany(
    ids: string[],
    tx: EntityManager = this.db.manager,
  ): Promise<Pick<InstallEntity, 'id' | 'userId' | 'status' | 'engineState' | 'agentState'>[]> {
    return tx.find(InstallEntity, {
      select: { id: true, userId: true, status: true, engineState: true, agentState: true },
      where: { id: In(ids) },
    });
  }

  /**
   * Stores how auth names these users, so that a search finds their installs by it. What another request or a worker
   * holds gets its name the next time: several requests of one user would else wait for each other in a circle.
   */
  async rememberUsernames(names: Map<string, string>): Promise<void> {
    await execute(
      this.db.manager,
      `UPDATE install SET username = named.username
       FROM (SELECT i.id, n.username FROM install AS i
             JOIN unnest($1::uuid[], $2::text[]) AS n (user_id, username) ON n.user_id = i.user_id
             WHERE i.username IS DISTINCT FROM n.username
             FOR NO KEY UPDATE OF i SKIP LOCKED) AS named
       WHERE install.id = named.id`,
      [[...names.keys()], [...names.values()]],
    );
  }

  /** Rows whose request died between their insert and the answer about the quota. */
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

  /** Of an install of this user that begins to wait for a worker. */
  nextTurn(tx: EntityManager, userId: string): Promise<number> {
    return nextTurn(tx, INSTALL_TURNS, userId);
  }

  /**
   * Moves an install from what the caller saw to what it decided; null when another change was first.
   * The one way in which a status ever changes.
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
