import { Injectable } from '@nestjs/common';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { randomToken } from '@casement/common/core/crypto/tokens.js';
import { Database } from '@casement/common/data/database/database.js';
import { isId, newId } from '@casement/common/data/database/new-id.js';
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyOptions,
} from '@casement/proto/http/auth/passkeys.js';
import { AuthConfig } from '../config.js';
import { hashToken } from '../secret-hash.js';
import type { PasskeyPurpose } from './passkey-challenge.entity.js';
import type { PasskeyEntity } from './passkey.entity.js';
import { PasskeysRepository } from './passkeys.repository.js';
import { twoFactorErrors } from './two-factor.errors.js';

export const MAX_PASSKEYS = 10;
const CHALLENGE_MINUTES = 5;

export type Passkey = PasskeyEntity;

/** Credential whose attestation was verified and that is not stored yet. */
export interface NewPasskey {
  credential: WebAuthnCredential;
  synced: boolean;
  device: string;
}

const clientData = z.object({ challenge: z.string() });

/**
 * Verifies passkeys (WebAuthn Level 3). The relying party is the host of PUBLIC_URL. Every use requires user
 * verification, i.e. a fingerprint, face or PIN, so that a passkey alone is two factors.
 */
@Injectable()
export class PasskeysService {
  private readonly origin: string;
  private readonly rpID: string;

  constructor(
    private readonly db: Database,
    private readonly passkeys: PasskeysRepository,
    config: AuthConfig,
  ) {
    const { origin, hostname } = new URL(config.PUBLIC_URL);
    this.origin = origin;
    this.rpID = hostname;
  }

  /** For commands, which run without Nest's container. */
  static standalone(db: Database, config: AuthConfig): PasskeysService {
    return new PasskeysService(db, new PasskeysRepository(db), config);
  }

  listOf(userId: string): Promise<Passkey[]> {
    return this.passkeys.findOf(userId);
  }

  exists(userId: string, tx?: EntityManager): Promise<boolean> {
    return this.passkeys.exists(userId, tx);
  }

  async findOwners(userIds: string[]): Promise<string[]> {
    return (await this.passkeys.findOwners(userIds.filter(isId))).map(({ userId }) => userId);
  }

  /** @returns the id of the account that has a credential; the response is not verified */
  async ownerOf({ id }: PasskeyAssertion): Promise<string | undefined> {
    return (await this.passkeys.findByCredential(id))?.userId;
  }

  /**
   * @param rpName name of the site in the browser's dialog
   * @returns options for `navigator.credentials.create`
   */
  async registrationOptions(
    user: { id: string; username: string },
    rpName: string,
  ): Promise<PasskeyOptions> {
    const known = await this.passkeys.findOf(user.id);
    const options = await generateRegistrationOptions({
      rpName,
      rpID: this.rpID,
      userName: user.username,
      userID: handleOf(user.id),
      challenge: await this.challenge(this.db.manager, 'register', user.id),
      timeout: CHALLENGE_MINUTES * 60_000,
      excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { ...options };
  }

  /**
   * Verifies the response to `registrationOptions` and consumes its challenge, in any case.
   * @throws twoFactorErrors.passkeyRefused
   */
  async verifyNew(
    userId: string,
    response: PasskeyAttestation,
    device: string,
  ): Promise<NewPasskey> {
    const challenge = challengeOf(response.response.clientDataJSON);
    if (!(await this.take(undefined, challenge, 'register', userId))) {
      throw twoFactorErrors.passkeyRefused();
    }
    const result = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: this.origin,
      expectedRPID: this.rpID,
      requireUserVerification: true,
    }).catch(() => undefined);
    if (!result?.verified) throw twoFactorErrors.passkeyRefused();
    const { credential, credentialBackedUp: synced } = result.registrationInfo;
    return { credential, synced, device };
  }

  /** @throws twoFactorErrors.tooManyPasskeys, twoFactorErrors.passkeyRefused for a known credential */
  async add(tx: EntityManager, userId: string, { credential, ...rest }: NewPasskey): Promise<void> {
    const known = await this.passkeys.findOf(userId, tx);
    if (known.length >= MAX_PASSKEYS) throw twoFactorErrors.tooManyPasskeys(MAX_PASSKEYS);
    const added = await this.passkeys.insert(tx, {
      id: newId(),
      userId,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      createdAt: new Date(),
      lastUsedAt: null,
      ...rest,
    });
    if (!added) throw twoFactorErrors.passkeyRefused();
  }

  /** @param id omitted: all passkeys of the user. @returns the number of removed passkeys */
  remove(tx: EntityManager, userId: string, id?: string): Promise<number> {
    return this.passkeys.remove(tx, userId, id);
  }

  /**
   * @param userId `null` for a sign-in, where the authenticator chooses the account
   * @returns options for `navigator.credentials.get`
   */
  async requestOptions(
    purpose: Exclude<PasskeyPurpose, 'register'>,
    userId: string | null,
    tx: EntityManager = this.db.manager,
  ): Promise<PasskeyOptions> {
    const own = userId === null ? [] : await this.passkeys.findOf(userId, tx);
    const options = await generateAuthenticationOptions({
      rpID: this.rpID,
      challenge: await this.challenge(tx, purpose, userId),
      timeout: CHALLENGE_MINUTES * 60_000,
      userVerification: 'required',
      allowCredentials: own.map(({ credentialId: id, transports }) => ({ id, transports })),
    });
    return { ...options };
  }

  /**
   * Consumes the challenge and verifies the response. A counter that did not increase is refused, because the passkey
   * may have been cloned. The caller must hold the lock on the account's row and must not roll back.
   */
  async accept(
    tx: EntityManager,
    purpose: PasskeyPurpose,
    userId: string,
    response: PasskeyAssertion,
  ): Promise<boolean> {
    const challenge = challengeOf(response.response.clientDataJSON);
    const challengedUser = purpose === 'sign-in' ? null : userId;
    if (!(await this.take(tx, challenge, purpose, challengedUser))) return false;
    const passkey = await this.passkeys.findByCredential(response.id, tx);
    if (passkey?.userId !== userId) return false;
    const { userHandle } = response.response;
    if (userHandle && userHandle !== Buffer.from(handleOf(userId)).toString('base64url'))
      return false;
    const result = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: this.origin,
      expectedRPID: this.rpID,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    }).catch(() => undefined);
    if (!result?.verified) return false;
    return this.passkeys.use(tx, passkey.id, result.authenticationInfo.newCounter);
  }

  private async challenge(
    tx: EntityManager,
    purpose: PasskeyPurpose,
    userId: string | null,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const challenge = randomToken();
    const expiresAt = new Date(Date.now() + CHALLENGE_MINUTES * 60_000);
    await this.passkeys.addChallenge(tx, {
      challengeHash: hashToken(challenge),
      purpose,
      userId,
      expiresAt,
    });
    return new Uint8Array(Buffer.from(challenge, 'base64url'));
  }

  private take(
    tx: EntityManager | undefined,
    challenge: string,
    purpose: PasskeyPurpose,
    userId: string | null,
  ): Promise<boolean> {
    return this.passkeys.takeChallenge(tx, hashToken(challenge), purpose, userId);
  }
}

/** WebAuthn user handle: the 16 bytes of the account's id. */
const handleOf = (userId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'));

/** Returns the challenge that the authenticator claims to have signed, or '' for malformed data. */
function challengeOf(clientDataJSON: string): string {
  try {
    const json: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return clientData.safeParse(json).data?.challenge ?? '';
  } catch {
    return '';
  }
}
