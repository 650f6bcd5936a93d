import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { Database } from '@casement/common/data/database/database.js';
import { execute, one, row, rows } from '@casement/common/data/database/sql.js';
import { LANGUAGES } from '@casement/proto/language.js';
import { ADMIN_KEY_SCOPES, apiKeyScope } from '@casement/proto/http/auth/api-keys.js';
import { ApiKeyEntity } from './api-key.entity.js';

const networkRow = z.object({ network: z.string() });
const isNewRow = z.object({ isNew: z.boolean() });

const validKey = z.object({
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  scopes: z.array(apiKeyScope),
  networks: z.array(z.string()),
  expiresAt: z.date().nullable(),
  epoch: z.number(),
});
export type ValidKey = z.infer<typeof validKey>;

const keyOwner = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  language: z.enum(LANGUAGES),
  timeZone: z.string(),
});
export type KeyOwner = z.infer<typeof keyOwner>;

const revokedKey = z.object({ id: z.string(), name: z.string() });
export type RevokedKey = z.infer<typeof revokedKey>;

@Injectable()
export class ApiKeysRepository {
  constructor(private readonly db: Database) {}

  async insert(tx: EntityManager, key: ApiKeyEntity): Promise<void> {
    await tx.insert(ApiKeyEntity, key);
  }

  /** Returns the keys that are not revoked, newest first. */
  findOf(userId: string, tx: EntityManager = this.db.manager): Promise<ApiKeyEntity[]> {
    return tx.find(ApiKeyEntity, { where: { userId, revokedAt: IsNull() }, order: { id: 'DESC' } });
  }

  /**
   * Finds a key by its hash, in one read of a unique index. Returns null if it is unknown, revoked or expired, if its
   * account is suspended or being deleted, or if it has an administrator's scope and its owner is not an administrator.
   */
  findValid(keyHash: Buffer): Promise<ValidKey | null> {
    return row(
      this.db.manager,
      validKey,
      `SELECT k.id, k.user_id AS "userId", k.name, k.scopes, k.networks, k.expires_at AS "expiresAt", u.epoch
       FROM api_key k JOIN user_account u ON u.id = k.user_id
       WHERE k.key_hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
         AND u.deleting_since IS NULL AND u.suspended_at IS NULL
         AND (u.admin OR NOT k.scopes && $2::text[])`,
      [keyHash, ADMIN_KEY_SCOPES],
    );
  }

  /** Writes at most once per minute and key across all replicas. */
  async setUsed(id: string, address: string): Promise<void> {
    await execute(
      this.db.manager,
      `UPDATE api_key SET last_used_at = now(), last_used_address = $2
       WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`,
      [id, address],
    );
  }

  async hasNetwork(id: string, network: string): Promise<boolean> {
    const known = await row(
      this.db.manager,
      networkRow,
      'SELECT network FROM api_key_network WHERE api_key_id = $1 AND network = $2',
      [id, network],
    );
    return known !== null;
  }

  /**
   * Stores a network from which a key was used, up to `max` networks per key.
   *
   * @returns whether the network is new and not the first one of the key
   */
  async addNetwork(tx: EntityManager, id: string, network: string, max: number): Promise<boolean> {
    const { isNew } = await one(
      tx,
      isNewRow,
      `WITH known AS (SELECT count(*) AS networks FROM api_key_network WHERE api_key_id = $1),
            added AS (
              INSERT INTO api_key_network (api_key_id, network)
              SELECT $1, $2 FROM known WHERE networks < $3 ON CONFLICT DO NOTHING RETURNING 1)
       SELECT networks > 0 AND EXISTS (SELECT 1 FROM added) AS "isNew" FROM known`,
      [id, network, max],
    );
    return isNew;
  }

  /**
   * Revokes one key, the keys with an administrator's scope, or all keys of a user.
   * @returns the keys that were revoked by this call
   */
  revoke(
    tx: EntityManager,
    userId: string,
    which: { id?: string; ofAdministrator?: boolean } = {},
  ): Promise<RevokedKey[]> {
    return rows(
      tx,
      revokedKey,
      `UPDATE api_key SET revoked_at = now()
       WHERE user_id = $1 AND revoked_at IS NULL AND ($2::uuid IS NULL OR id = $2)
         AND ($3::text[] IS NULL OR scopes && $3) RETURNING id, name`,
      [userId, which.id ?? null, which.ofAdministrator ? ADMIN_KEY_SCOPES : null],
    );
  }

  /** Returns owners of usable keys with a verified address, ordered by id. */
  findOwnersAfter(tx: EntityManager, id: string, limit: number): Promise<KeyOwner[]> {
    return rows(
      tx,
      keyOwner,
      `SELECT id, username, email, language, time_zone AS "timeZone" FROM user_account u
       WHERE id > $1 AND email_verified_at IS NOT NULL AND deleting_since IS NULL AND EXISTS (
         SELECT 1 FROM api_key WHERE user_id = u.id AND revoked_at IS NULL
           AND (expires_at IS NULL OR expires_at > now()))
       ORDER BY id LIMIT $2`,
      [id, limit],
    );
  }

  async findRevokedSince(since: Date): Promise<string[]> {
    const revoked = await this.db.manager.find(ApiKeyEntity, {
      select: { id: true },
      where: { revokedAt: MoreThan(since) },
    });
    return revoked.map(({ id }) => id);
  }
}
