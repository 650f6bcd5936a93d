import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import passport from 'passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { Actor } from '../../core/context/actor.js';
import { Unauthenticated } from './auth.errors.js';
import { JwksKeys } from './jwks-keys.js';
import { TOKEN_ALGORITHM, TOKEN_AUDIENCE, TOKEN_ISSUER, tokenClaims } from './token-claims.js';

export const bearerToken = ExtractJwt.fromAuthHeaderAsBearerToken();

export interface VerifiedToken {
  actor: Actor;
  /** `exp`, seconds since 1970. */
  expiresAt: number;
}

/** Verifies signature, issuer, audience, time and claims of an access token. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) implements OnApplicationShutdown {
  declare name: string;

  constructor(keys: JwksKeys) {
    super({
      jwtFromRequest: bearerToken,
      secretOrKeyProvider: keys.secretOrKeyProvider,
      algorithms: [TOKEN_ALGORITHM],
      issuer: TOKEN_ISSUER,
      audience: TOKEN_AUDIENCE,
    });
  }

  /**
   * Called by PassportStrategy, which registers the strategy by its name. Passport's registry is global to the
   * process, so each instance uses a unique name to keep two apps in one process (tests) from sharing keys.
   */
  getPassportInstance(): passport.PassportStatic {
    this.name = `jwt-${randomUUID()}`;
    return passport;
  }

  /** @throws Unauthenticated when a claim is missing or malformed */
  validate(claims: unknown): VerifiedToken {
    const { data, error } = tokenClaims.safeParse(claims);
    if (!data) throw new Unauthenticated(error);
    const actor: Actor = {
      userId: data.sub,
      sessionId: data.sid,
      epoch: data.epoch,
      admin: data.admin === 1,
      needsTwoFactor: data.needs_2fa === 1,
      confirmedAt: data.auth_time,
      expiresAt: data.exp,
    };
    return { actor, expiresAt: data.exp };
  }

  onApplicationShutdown(): void {
    passport.unuse(this.name);
  }
}
