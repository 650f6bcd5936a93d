import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '@casement/common/core/context/actor.js';
import { clientAddress } from '@casement/common/core/context/request-context.js';
import { randomToken } from '@casement/common/core/crypto/tokens.js';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { Audit } from '@casement/common/messaging/audit.js';
import type { CreateApiKeyRequest } from '@casement/proto/http/auth/api-keys.js';
import {
  USER_CODE_LENGTH,
  USER_CODE_LETTERS,
  type StartedDeviceLogin,
} from '@casement/proto/http/auth/device-logins.js';
import { ApiKeysService, type CreatedKey } from '../api-keys/api-keys.service.js';
import { AuthConfig } from '../config.js';
import { assertSessionLive } from '../live-session.repository.js';
import { hashToken, KeyedHash } from '../secret-hash.js';
import { LIMITS } from '../throttle/limits.js';
import { ThrottleService } from '../throttle/throttle.service.js';
import { UsersService } from '../users/users.service.js';
import type { DeviceLoginEntity } from './device-login.entity.js';
import { deviceLoginErrors } from './device-logins.errors.js';
import { DeviceLoginsRepository } from './device-logins.repository.js';

const LIFETIME_SECONDS = 10 * 60;
const INTERVAL_SECONDS = 5;
/** Added to the interval after each poll that comes too early (RFC 8628 §3.5). */
const SLOWER_BY_SECONDS = 5;

export type DeviceLogin = DeviceLoginEntity;

/**
 * Sign-ins of programs without a browser (RFC 8628). The program shows a code. A signed-in user enters it, sees the
 * requested access and the address of the program, and confirms. The key is created when the program fetches it, so
 * that its plain text is never stored.
 */
@Injectable()
export class DeviceLoginsService {
  private readonly hash: KeyedHash;

  constructor(
    private readonly db: Database,
    private readonly repository: DeviceLoginsRepository,
    private readonly keys: ApiKeysService,
    private readonly users: UsersService,
    private readonly throttle: ThrottleService,
    private readonly audit: Audit,
    private readonly config: AuthConfig,
  ) {
    this.hash = new KeyedHash(config.DATA_ENCRYPTION_KEY, 'device-login');
  }

  /** @throws throttleErrors.tooManyAttempts */
  async begin({
    name,
    scopes,
    networks,
    expires_in_days,
  }: CreateApiKeyRequest): Promise<StartedDeviceLogin> {
    await this.throttle.takeForClient(LIMITS.deviceLogins);
    const deviceCode = randomToken();
    const createdAt = new Date();
    const login = {
      id: newId(),
      deviceCodeHash: hashToken(deviceCode),
      name,
      scopes,
      networks,
      expiresInDays: expires_in_days,
      address: clientAddress() ?? '',
      createdAt,
      expiresAt: new Date(createdAt.getTime() + LIFETIME_SECONDS * 1000),
      intervalSeconds: INTERVAL_SECONDS,
      lastAskedAt: null,
      approvedBy: null,
      approvedEpoch: null,
      deniedAt: null,
    };
    let userCode: string;
    do userCode = newUserCode();
    while (
      !(await this.repository.insert(this.db.manager, {
        ...login,
        userCodeHash: this.hashOf(userCode),
      }))
    );
    return {
      device_code: deviceCode,
      user_code: displayUserCode(userCode),
      verification_uri: new URL('/dashboard?device=1', this.config.PUBLIC_URL).href,
      expires_in: LIFETIME_SECONDS,
      interval: INTERVAL_SECONDS,
    };
  }

  /** @throws deviceLoginErrors.codeInvalid, throttleErrors.tooManyAttempts */
  find(actor: Actor, userCode: string): Promise<DeviceLogin> {
    return this.withOpen(actor, userCode, (_tx, login) => Promise.resolve(login));
  }

  /**
   * Lets the program fetch its key.
   * @throws the errors of `find`; apiKeyErrors.tooMany; authErrors.adminsOnly, authErrors.twoFactorRequired for an
   * administrator's key
   */
  async approve(actor: Actor, userCode: string): Promise<void> {
    await this.withOpen(actor, userCode, async (tx, login) => {
      const owner = await this.users.getForUpdate(tx, actor.userId);
      await assertSessionLive(tx, actor);
      await this.keys.assertMayCreate(tx, owner, login.scopes);
      await this.throttle.take(LIMITS.apiKeys, owner.id, tx);
      await this.repository.change(tx, login.id, {
        approvedBy: owner.id,
        approvedEpoch: owner.epoch,
      });
      await this.record(tx, 'device_login.approved', login);
    });
  }

  /** Voids logins that the user has approved and whose program has not yet fetched its key. */
  revokeApproved(tx: EntityManager, userId: string): Promise<void> {
    return this.repository.removeApprovedBy(tx, userId);
  }

  /** @throws the errors of `find` */
  async deny(actor: Actor, userCode: string): Promise<void> {
    await this.withOpen(actor, userCode, async (tx, login) => {
      await this.repository.change(tx, login.id, { deniedAt: new Date() });
      await this.record(tx, 'device_login.denied', login);
    });
  }

  /**
   * Answers a poll of the program. Returns the key exactly once.
   *
   * @throws deviceLoginErrors except codeInvalid; the errors of `approve` if the user no longer meets its conditions
   */
  async exchange(deviceCode: string): Promise<CreatedKey> {
    // Thrown after the transaction so that the writes of a refusal are committed.
    const outcome = await this.db.transaction((tx) => this.answer(tx, hashToken(deviceCode)));
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  private async answer(tx: EntityManager, deviceCodeHash: Buffer): Promise<CreatedKey | Error> {
    const login = await this.repository.findByDeviceForUpdate(tx, deviceCodeHash);
    if (!login) return deviceLoginErrors.expired();
    if (login.deniedAt) return deviceLoginErrors.denied();
    if (login.approvedBy === null) return this.postpone(tx, login);
    const { name, scopes, networks, expiresInDays: expires_in_days } = login;
    const owner = await this.users.getForUpdate(tx, login.approvedBy);
    await this.repository.remove(tx, login.id);
    if (owner.epoch !== login.approvedEpoch || owner.deletingSince) {
      return deviceLoginErrors.expired();
    }
    return this.keys.createFor(tx, owner, { name, scopes, networks, expires_in_days });
  }

  private async postpone(tx: EntityManager, login: DeviceLoginEntity): Promise<Error> {
    const now = new Date();
    const { id, lastAskedAt, intervalSeconds } = login;
    const isEarly =
      lastAskedAt !== null && now.getTime() - lastAskedAt.getTime() < intervalSeconds * 1000;
    const interval = isEarly ? intervalSeconds + SLOWER_BY_SECONDS : intervalSeconds;
    await this.repository.change(tx, id, { lastAskedAt: now, intervalSeconds: interval });
    return isEarly ? deviceLoginErrors.slowDown(interval) : deviceLoginErrors.pending();
  }

  /**
   * Runs `act` with the pending login of this code. Only wrong codes count towards LIMITS.userCodes: the attempt is
   * refunded if the code is right.
   *
   * @throws deviceLoginErrors.codeInvalid, throttleErrors.tooManyAttempts
   */
  private async withOpen<T>(
    actor: Actor,
    userCode: string,
    act: (tx: EntityManager, login: DeviceLoginEntity) => Promise<T>,
  ): Promise<T> {
    await this.throttle.take(LIMITS.userCodes, actor.userId);
    const result = await this.db.transaction(async (tx) => {
      const login = await this.repository.findOpenForUpdate(tx, this.hashOf(userCode));
      if (!login) throw deviceLoginErrors.codeInvalid();
      return act(tx, login);
    });
    await this.throttle.refund(LIMITS.userCodes, actor.userId);
    return result;
  }

  private record(
    tx: EntityManager,
    action: string,
    { id, name, scopes, networks, address }: DeviceLoginEntity,
  ): Promise<void> {
    const after = { name, scopes, networks, requested_from: address };
    return this.audit.record(tx, { action, target: `device_login:${id}`, after });
  }

  private readonly hashOf = (userCode: string): Buffer => this.hash.of('', userCode);
}

/** Returns a random code; there are 2.5 × 10^10. */
const newUserCode = (): string =>
  Array.from({ length: USER_CODE_LENGTH }, () =>
    USER_CODE_LETTERS.charAt(randomInt(USER_CODE_LETTERS.length)),
  ).join('');

/** Groups a code for reading and typing: `WDJB-MJHT`. */
const displayUserCode = (code: string): string =>
  `${code.slice(0, USER_CODE_LENGTH / 2)}-${code.slice(USER_CODE_LENGTH / 2)}`;
