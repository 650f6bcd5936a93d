import type { IncomingMessage } from 'node:http';
import { ExtractJwt, Strategy, type SecretOrKeyProvider } from 'passport-jwt';
import type { EdgeState } from '../edge/edge-state.js';
import { DomainError } from '../errors/domain-error.js';
import type { Actor } from './actor.js';
import { KeysUnavailable, SessionRevoked, TokenExpired, Unauthenticated } from './auth.errors.js';
import type { JwksKeys } from './jwks-keys.js';
import { TOKEN_ALGORITHM, TOKEN_AUDIENCE, TOKEN_ISSUER, tokenClaims } from './token-claims.js';

/** What passport adds to a strategy for one request: the three ways in which it can end. */
interface Outcome {
  success(actor: Actor): void;
  fail(reason: unknown): void;
  error(reason: unknown): void;
}

/**
 * Checks the bearer token of a request: signature, issuer, audience, time, then whether its session
 * has been ended. Passport's strategy does the first part; its global registry is not used, so that
 * two apps in one process (tests) don't share a strategy.
 */
export class TokenVerifier {
  private readonly strategy: Strategy;

  constructor(
    private readonly keys: JwksKeys,
    private readonly edge: Pick<EdgeState, 'isRevoked'>,
  ) {
    this.strategy = new Strategy(
      {
        jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
        secretOrKeyProvider: this.provideKey,
        algorithms: [TOKEN_ALGORITHM],
        issuer: TOKEN_ISSUER,
        audience: TOKEN_AUDIENCE,
      },
      (claims: unknown, done: (error: unknown, actor?: Actor | false) => void) => {
        const parsed = tokenClaims.safeParse(claims);
        if (!parsed.success) return done(null, false);
        const { sub: userId, sid: sessionId, epoch, admin } = parsed.data;
        done(null, { userId, sessionId, epoch, admin: admin === 1 });
      },
    );
  }

  /** @throws DomainError UNAUTHENTICATED, TOKEN_EXPIRED, SESSION_REVOKED or UNAVAILABLE */
  async verify(request: IncomingMessage): Promise<Actor> {
    const actor = await this.authenticate(request);
    if (this.edge.isRevoked(actor)) throw new SessionRevoked();
    return actor;
  }

  private authenticate(request: IncomingMessage): Promise<Actor> {
    return new Promise((resolve, reject) => {
      const outcome: Outcome = {
        success: resolve,
        fail: (reason) => reject(refusal(reason)),
        error: (reason) => reject(refusal(reason)),
      };
      const attempt = Object.assign(Object.create(this.strategy) as Strategy, outcome);
      attempt.authenticate(request as never, {});
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
    throw this.keys.loaded ? new Unauthenticated() : new KeysUnavailable();
  }
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
  if (reason instanceof Error && reason.name === 'TokenExpiredError') return new TokenExpired();
  return new Unauthenticated(reason);
}
