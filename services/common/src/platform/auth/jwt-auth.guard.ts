import { Injectable, type ExecutionContext } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import type { Actor } from '../../core/context/actor.js';
import { VerifiedTokens } from '../../core/crypto/verified-tokens.js';
import { DomainError } from '../../core/errors/domain-error.js';
import { EdgeState } from '../../messaging/edge/edge-state.js';
import { authErrors, Unauthenticated } from './auth.errors.js';
import { JwksKeys } from './jwks-keys.js';
import { bearerToken, JwtStrategy, type VerifiedToken } from './jwt.strategy.js';

/** Requires a valid access token whose session has not ended, and sets `request.user` to its actor. */
@Injectable()
export class JwtAuthGuard extends AuthGuard() {
  private verified = new VerifiedTokens<Actor>();

  constructor(
    strategy: JwtStrategy,
    private readonly keys: JwksKeys,
    private readonly edge: EdgeState,
  ) {
    super({ defaultStrategy: strategy.name });
    // Clears the cache, because a token may have been verified with a key that is now withdrawn.
    keys.onChange(() => {
      this.verified = new VerifiedTokens();
    });
  }

  /** @throws DomainError UNAUTHENTICATED, TOKEN_EXPIRED, SESSION_REVOKED or UNAVAILABLE */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    request.user = await this.verify(request);
    return true;
  }

  /** Verifies the token for a route that also serves anonymous callers. */
  async verify(request: Request): Promise<Actor> {
    const token = bearerToken(request);
    const actor = (token && this.cached(token)) || (await this.authenticate(request, token));
    if (this.edge.isRevoked(actor)) throw authErrors.sessionRevoked();
    return actor;
  }

  /** Called by AuthGuard with the strategy's outcome. */
  override handleRequest<T>(error: unknown, verified: T | false | null, reason: unknown): T {
    if (verified) return verified;
    throw refusal(error ?? reason);
  }

  private cached(token: string): Actor | undefined {
    // While all tokens are cached, no other call refreshes the keys.
    this.keys.refreshIfOld();
    return this.verified.find(token);
  }

  private async authenticate(request: Request, token: string | null): Promise<Actor> {
    // Keeps the cache of this moment: if a key is withdrawn during the check, the token goes into the discarded
    // cache.
    const { verified } = this;
    await super.canActivate(new ExecutionContextHost([request, request.res]));
    const { actor, expiresAt } = request.user as unknown as VerifiedToken;
    if (token) verified.add(token, actor, expiresAt);
    return actor;
  }
}

function refusal(reason: unknown): DomainError {
  if (reason instanceof DomainError) return reason;
  const isExpired = reason instanceof Error && reason.name === 'TokenExpiredError';
  return isExpired ? authErrors.tokenExpired() : new Unauthenticated(reason);
}
