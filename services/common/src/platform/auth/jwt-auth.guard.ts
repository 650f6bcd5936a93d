import type { IncomingMessage } from 'node:http';
import { ExtractJwt, Strategy, type SecretOrKeyProvider } from 'passport-jwt';
import type { EdgeState } from '../../messaging/edge/edge-state.js';
import { DomainError } from '../../core/errors/domain-error.js';
import type { Actor } from '../../core/context/actor.js';
import { authErrors, Unauthenticated } from './auth.errors.js';
import type { JwksKeys } from './jwks-keys.js';
import { TOKEN_ALGORITHM, TOKEN_AUDIENCE, TOKEN_ISSUER, tokenClaims } from './token-claims.js';
import { VerifiedTokens } from '../../core/crypto/verified-tokens.js';

interface Verified {
  actor: Actor;
  /** `exp`, seconds since 1970. */
  expiresAt: number;
}

export const bearerToken = ExtractJwt.fromAuthHeaderAsBearerToken();

/**
 * Checks the bearer token of a request: signature, issuer, audience and time once per token, by passport-jwt; whether
 * its session has been ended each time. Passport's global registry is not used, so that two apps in one process (tests)
 * do not share a strategy.
 */
export class TokenVerifier {
  private verified = new VerifiedTokens<Actor>();

  constructor(
    private readonly keys: JwksKeys,
    private readonly edge: Pick<EdgeState, 'isRevoked'>,
  ) {
    // A withdrawn key takes with it what it has verified.
    keys.onChange(() => {
      this.verified = new VerifiedTokens();
    });
  }

  /** @throws DomainError UNAUTHENTICATED, TOKEN_EXPIRED, SESSION_REVOKED or UNAVAILABLE */
  async verify(request: IncomingMessage): Promise<Actor> {
    const token = bearerToken(request);
    const actor = (token && this.remembered(token)) || (await this.authenticate(request, token));
    if (this.edge.isRevoked(actor)) throw authErrors.sessionRevoked();
    return actor;
  }

  private remembered(token: string): Actor | undefined {
    // Nothing else asks for a key while all tokens are remembered.
    this.keys.keepFresh();
    return this.verified.find(token);
  }

  private async authenticate(request: IncomingMessage, token: string | null): Promise<Actor> {
    // Of before the check: the key may be withdrawn meanwhile.
    const { verified } = this;
    const { actor, expiresAt } = await this.check(request);
    if (token) verified.add(token, actor, expiresAt);
    return actor;
  }

  /** A strategy reports by three methods, which passport gives it for each request. */
  private check(request: IncomingMessage): Promise<Verified> {
    return new Promise((resolve, reject) => {
      const strategy = new Strategy(
        {
          jwtFromRequest: bearerToken,
          secretOrKeyProvider: this.provideKey,
          algorithms: [TOKEN_ALGORITHM],
          issuer: TOKEN_ISSUER,
          audience: TOKEN_AUDIENCE,
        },
        toVerified,
      );
      strategy.success = resolve;
      strategy.fail = strategy.error = (reason: unknown) => reject(refusal(reason));
      strategy.authenticate(request as never, {});
    });
  }

  private readonly provideKey: SecretOrKeyProvider = (_request, token: string, done) => {
    this.findKey(token).then(
      (key) => done(null, key as never),
      (error: unknown) => done(error),
    );
  };

  private async findKey(token: string) {
    const kid = keyIdOf(token);
    if (!kid) throw new Unauthenticated();
    const key = await this.keys.find(kid);
    if (key) return key;
    throw this.keys.loaded ? new Unauthenticated() : authErrors.keysUnavailable();
  }
}

function toVerified(
  claims: unknown,
  done: (error: unknown, verified?: Verified | false) => void,
): void {
  const parsed = tokenClaims.safeParse(claims);
  if (!parsed.success) return done(null, false);
  const { sub: userId, sid: sessionId, epoch, admin, exp: expiresAt } = parsed.data;
  const { auth_time: confirmedAt, needs_2fa } = parsed.data;
  const rights = { admin: admin === 1, needsTwoFactor: needs_2fa === 1, confirmedAt };
  done(null, { actor: { userId, sessionId, epoch, ...rights }, expiresAt });
}

function keyIdOf(token: string): string | undefined {
  try {
    const header: unknown = JSON.parse(
      Buffer.from(token.split('.')[0] ?? '', 'base64url').toString(),
    );
    const kid = (header as { kid?: unknown }).kid;
    return typeof kid === 'string' ? kid : undefined;
  } catch {
    return undefined;
  }
}

function refusal(reason: unknown): DomainError {
  if (reason instanceof DomainError) return reason;
  if (reason instanceof Error && reason.name === 'TokenExpiredError')
    return authErrors.tokenExpired();
  return new Unauthenticated(reason);
}
