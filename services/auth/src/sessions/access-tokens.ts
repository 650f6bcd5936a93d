import { Injectable } from '@nestjs/common';
import { SignJWT } from 'jose';
import {
  TOKEN_ALGORITHM,
  TOKEN_AUDIENCE,
  TOKEN_ISSUER,
} from '@casement/common/auth/token-claims.js';
import { newId } from '@casement/common/database/new-id.js';
import { SigningKeys } from '../keys/signing-keys.js';
import type { User } from '../users/user.entity.js';

/** Short, since a revocation has to be remembered everywhere for as long. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;

@Injectable()
export class AccessTokens {
  constructor(private readonly keys: SigningKeys) {}

  sign(user: User, sessionId: string): Promise<string> {
    return new SignJWT({ sid: sessionId, epoch: user.epoch, admin: user.admin ? 1 : 0 })
      .setProtectedHeader({ alg: TOKEN_ALGORITHM, kid: this.keys.current.kid })
      .setSubject(user.id)
      .setIssuer(TOKEN_ISSUER)
      .setAudience(TOKEN_AUDIENCE)
      .setJti(newId())
      .setIssuedAt()
      .setExpirationTime(`${ACCESS_TOKEN_SECONDS}s`)
      .sign(this.keys.current.privateKey);
  }
}
