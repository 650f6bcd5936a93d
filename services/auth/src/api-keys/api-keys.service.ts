import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { endingOf, hashApiKey, newApiKey } from '@casement/common/platform/api-keys/api-key.js';
import type { Actor } from '@casement/common/core/context/actor.js';
import { authErrors } from '@casement/common/platform/auth/auth.errors.js';
import { Database } from '@casement/common/data/database/database.js';
import type { UnitOfWork } from '@casement/common/data/database/request-transaction.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Audit, auditActor } from '@casement/common/messaging/audit.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import { AddressSet } from '@casement/common/core/net/address-set.js';
import {
  isAdminKey,
  MAX_API_KEYS,
  type ApiKeyScope,
  type CreateApiKeyRequest,
} from '@casement/proto/http/auth/api-keys.js';
import type { ApiKey } from '@casement/proto/gen/casement/auth/v1/auth_service.js';
import { AuthConfig } from '../config.js';
import { assertSessionLive } from '../live-session.repository.js';
import { networkOf } from '../network.js';
import { TwoFactorService } from '../two-factor/two-factor.service.js';
import { UsersService, type User } from '../users/users.service.js';
import type { ApiKeyEntity } from './api-key.entity.js';
import { apiKeyErrors } from './api-keys.errors.js';
import { toApiKeyMessage } from './api-keys.mapper.js';
import {
  ApiKeysRepository,
  type KeyOwner,
  type RevokedKey,
  type ValidKey,
} from './api-keys.repository.js';

type StoredKey = ApiKeyEntity;

/** Row of a new key and its plain text, which is not stored. */
export interface CreatedKey {
  stored: StoredKey;
  key: string;
}

/** Maximum number of networks stored per key. */
const MAX_NETWORKS = 100;
const DAY_MS = 86_400_000;

@Injectable()
export class ApiKeysService {
  constructor(
    private readonly db: Database,
    private readonly repository: ApiKeysRepository,
    private readonly users: UsersService,
    private readonly twoFactor: TwoFactorService,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly config: AuthConfig,
  ) {}

  /** Creates the service for commands, which run without Nest's container. */
  static standalone(
    db: Database,
    ...rest: [UsersService, TwoFactorService, Outbox, Audit, AuthConfig]
  ): ApiKeysService {
    return new ApiKeysService(db, new ApiKeysRepository(db), ...rest);
  }

  /** Returns owners of usable keys with a verified address, ordered by id. */
  findOwnersAfter(tx: EntityManager, id: string, limit: number): Promise<KeyOwner[]> {
    return this.repository.findOwnersAfter(tx, id, limit);
  }

  /** Lists keys, newest first. Includes expired keys, which count towards the limit until they are revoked. */
  list(actor: Actor): Promise<StoredKey[]> {
    return this.repository.findOf(actor.userId);
  }

  /**
   * @throws apiKeyErrors.tooMany, authErrors.sessionRevoked; authErrors.adminsOnly, authErrors.twoFactorRequired for a
   * key with an administrator's scope
   */
  async create(unit: UnitOfWork, actor: Actor, request: CreateApiKeyRequest): Promise<CreatedKey> {
    return unit.transaction(async (tx) => {
      // Locks the account so that parallel calls count each other's keys towards the limit.
      const owner = await this.users.getForUpdate(tx, actor.userId);
      await assertSessionLive(tx, actor);
      return this.createFor(tx, owner, request);
    });
  }

  /** Like `create`, for an owner locked by `tx`. */
  async createFor(
    tx: EntityManager,
    owner: User,
    { name, scopes, networks, expires_in_days: days }: CreateApiKeyRequest,
  ): Promise<CreatedKey> {
    await this.assertMayCreate(tx, owner, scopes);
    const key = newApiKey();
    const createdAt = new Date();
    const stored: StoredKey = {
      id: newId(),
      userId: owner.id,
      name,
      keyHash: hashApiKey(key),
      ending: endingOf(key),
      scopes,
      networks,
      createdAt,
      expiresAt: days === null ? null : new Date(createdAt.getTime() + days * DAY_MS),
      lastUsedAt: null,
      lastUsedAddress: null,
      revokedAt: null,
    };
    await this.repository.insert(tx, stored);
    await this.outbox.add(
      tx,
      'auth.api-key.created.v1',
      { userId: owner.id, apiKeyId: stored.id, name },
      { key: owner.id },
    );
    await this.audit.record(tx, {
      action: 'api_key.created',
      target: `api_key:${stored.id}`,
      after: { name, scopes, networks, expires_at: stored.expiresAt?.toISOString() ?? null },
      actor: auditActor(owner.id, owner.admin),
    });
    return { stored, key };
  }

  async assertMayCreate(
    tx: EntityManager,
    owner: User,
    scopes: readonly ApiKeyScope[],
  ): Promise<void> {
    if (isAdminKey({ scopes })) await this.assertMayAdminister(tx, owner);
    const present = await this.repository.findOf(owner.id, tx);
    if (present.length >= MAX_API_KEYS) throw apiKeyErrors.tooMany(MAX_API_KEYS);
  }

  /** @throws apiKeyErrors.notFound, also for another user's key */
  async revoke(actor: Actor, id: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const revoked = await this.repository.revoke(tx, actor.userId, { id });
      if (revoked.length === 0) throw apiKeyErrors.notFound();
      await this.report(tx, actor.userId, revoked);
    });
  }

  /** @throws userErrors.notFound */
  async listOf(userId: string): Promise<StoredKey[]> {
    await this.users.getById(userId);
    return this.repository.findOf(userId);
  }

  /**
   * Revokes a user's key for an administrator. The audit entry targets the user, so that the user's page shows it.
   * @throws apiKeyErrors.notFound, also for another user's key
   */
  async revokeOf(userId: string, id: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const revoked = await this.repository.revoke(tx, userId, { id });
      if (revoked.length === 0) throw apiKeyErrors.notFound();
      await this.report(tx, userId, revoked, `user:${userId}`);
    });
  }

  /** Revokes the keys with an administrator's scope after a demotion. */
  async revokeAdministrators(tx: EntityManager, userId: string): Promise<void> {
    const revoked = await this.repository.revoke(tx, userId, { ofAdministrator: true });
    await this.report(tx, userId, revoked, `user:${userId}`);
  }

  /**
   * Ends all access that outlives a session, because an intruder may have created some: revokes the API keys, and
   * publishes an event for the services that store webhooks and Telegram links.
   */
  async revokeAccess(tx: EntityManager, userId: string): Promise<void> {
    await this.report(tx, userId, await this.repository.revoke(tx, userId));
    await this.outbox.add(tx, 'auth.access.revoked.v1', { userId }, { key: userId });
  }

  findRevokedSince(since: Date): Promise<string[]> {
    return this.repository.findRevokedSince(since);
  }

  /** Finds a valid key for a service that received a call with it. Records the use if the address is allowed. */
  async find(keyHash: Buffer, address: string): Promise<ApiKey | undefined> {
    const key = await this.repository.findValid(keyHash);
    if (!key || (isAdminKey(key) && (await this.lacksTwoFactor(key.userId)))) return undefined;
    if (isAllowedFrom(key, address)) {
      await this.repository.setUsed(key.id, address);
      await this.noteNetwork(key, address);
    }
    return toApiKeyMessage(key);
  }

  /** Checks the stored role because the role in the token may be outdated. */
  private async assertMayAdminister(tx: EntityManager, { id, admin }: User): Promise<void> {
    if (!admin) throw authErrors.adminsOnly();
    if (await this.lacksTwoFactor(id, tx)) throw authErrors.twoFactorRequired();
  }

  /** Returns whether two-factor is required for administrators and this user has not enabled it. */
  private async lacksTwoFactor(userId: string, tx?: EntityManager): Promise<boolean> {
    if (!this.config.ADMIN_TWO_FACTOR_REQUIRED) return false;
    return !(await this.twoFactor.isEnabled(userId, tx));
  }

  /** Notifies the owner's webhooks of the first use from a new network, because the key may have leaked. */
  private async noteNetwork({ id, userId, name }: ValidKey, address: string): Promise<void> {
    const network = networkOf(address);
    if (address === '' || (await this.repository.hasNetwork(id, network))) return;
    await this.db.transaction(async (tx) => {
      if (!(await this.repository.addNetwork(tx, id, network, MAX_NETWORKS))) return;
      const used = { userId, apiKeyId: id, name, address };
      await this.outbox.add(tx, 'auth.api-key.used-from-new-network.v1', used, { key: userId });
    });
  }

  /** Publishes revocations so that every service drops its cached keys. */
  private async report(
    tx: EntityManager,
    userId: string,
    revoked: RevokedKey[],
    target?: string,
  ): Promise<void> {
    for (const { id, name } of revoked) {
      await this.outbox.add(
        tx,
        'auth.session.revoked.v1',
        { userId, sessionId: id, epoch: 0 },
        { key: userId },
      );
      await this.audit.record(tx, {
        action: 'api_key.revoked',
        target: target ?? `api_key:${id}`,
        before: { api_key: id, name },
      });
    }
  }
}

const isAllowedFrom = ({ networks }: ValidKey, address: string): boolean =>
  networks.length === 0 || new AddressSet(networks).has(address);
