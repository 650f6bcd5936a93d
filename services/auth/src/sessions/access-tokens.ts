import { Injectable } from '@nestjs/common';
import { SignJWT } from 'jose';
import type { EntityManager } from 'typeorm';
import {
  TOKEN_ALGORITHM,
  TOKEN_AUDIENCE,
  TOKEN_ISSUER,
  type TokenClaims,
} from '@casement/common/platform/auth/token-claims.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { AuthConfig } from '../config.js';
import { SigningKeys } from '../keys/signing-key.js';
import { TwoFactorService } from '../two-factor/two-factor.service.js';
import type { User } from '../users/users.service.js';
import type { SessionEntity } from './session.entity.js';

/** Short because every service must remember a revocation until the last affected token has expired. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;

@Injectable()
export class AccessTokens {
  constructor(
    private readonly keys: SigningKeys,
    private readonly twoFactor: TwoFactorService,
    private readonly config: AuthConfig,
  ) {}

  async sign(
    tx: EntityManager,
    user: User,
    session: Pick<SessionEntity, 'id' | 'createdAt' | 'confirmedAt'>,
  ): Promise<string> {
    const confirmedAt = session.confirmedAt ?? session.createdAt;
    const claims = {
      sid: session.id,
      epoch: user.epoch,
      admin: user.admin ? 1 : 0,
      auth_time: Math.floor(confirmedAt.getTime() / 1000),
      needs_2fa: (await this.needsTwoFactor(tx, user)) ? 1 : 0,
    } satisfies Partial<TokenClaims>;
    return new SignJWT(claims)
      .setProtectedHeader({ alg: TOKEN_ALGORITHM, kid: this.keys.current.kid })
      .setSubject(user.id)
      .setIssuer(TOKEN_ISSUER)
      .setAudience(TOKEN_AUDIENCE)
      .setJti(newId())
      .setIssuedAt()
      .setExpirationTime(`${ACCESS_TOKEN_SECONDS}s`)
      .sign(this.keys.current.privateKey);
  }

  private async needsTwoFactor(tx: EntityManager, user: User): Promise<boolean> {
    if (!user.admin || !this.config.ADMIN_TWO_FACTOR_REQUIRED) return false;
    return !(await this.twoFactor.isEnabled(user.id, tx));
  }
}
