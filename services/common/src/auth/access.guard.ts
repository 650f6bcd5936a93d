import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { ACCESS, isOwnGuard, type AccessName } from './access.decorators.js';
import { Signals } from '../messaging/signals.js';
import { perRoute } from '../http/per-route.js';
import { authErrors, Unauthenticated } from './auth.errors.js';
import { TokenVerifier } from './token-verifier.js';

/** Runs before every HTTP route and enforces its `@Public`, `@SignedIn` or `@AdminOnly`. */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly reflector = new Reflector();
  private readonly accessOf = perRoute((...targets) =>
    this.reflector.getAllAndOverride<AccessName | undefined>(ACCESS, targets),
  );

  constructor(
    private readonly tokens: TokenVerifier,
    private readonly signals: Signals,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // gRPC and events are not routed from outside; network policy keeps them inside.
    if (context.getType() !== 'http') return true;
    const access = this.accessOf(context);
    // A route without one does not start (see routes.ts); should one ever slip through, refuse.
    if (access === undefined) return false;
    if (access === 'public' || access === 'internal' || isOwnGuard(access)) return true;

    const request = context.switchToHttp().getRequest<Request>();
    const actor = await this.tokens.verify(request).catch((error: unknown) => {
      this.reportRefusal(request, error);
      throw error;
    });
    if (request.casement) request.casement.actor = actor;
    if (access === 'admin' && !actor.admin) throw authErrors.adminsOnly();
    return true;
  }

  /** A token that no service of ours has signed. Every browser has an expired or ended one now and then. */
  private reportRefusal({ headers }: Request, error: unknown): void {
    if (!headers.authorization || !(error instanceof Unauthenticated)) return;
    this.signals.raise({ kind: 'token_refused', detail: 'access token' });
  }
}
