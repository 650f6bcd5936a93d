import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { ACCESS, isOwnGuard, type AccessName } from './access.decorators.js';
import { Signals } from '../messaging/signals.js';
import { perRoute } from '../http/per-route.js';
import { routeOfHandler } from '../http/route.decorator.js';
import type { Actor } from './actor.js';
import { authErrors, Unauthenticated } from './auth.errors.js';
import { TokenVerifier } from './token-verifier.js';

/** How old a password or code may be for what a route with `stepUp` changes. */
const STEP_UP_SECONDS = 300;

const isFresh = ({ confirmedAt }: Actor): boolean =>
  Date.now() / 1000 - confirmedAt <= STEP_UP_SECONDS;

/** Runs before every HTTP route and enforces its `@Public`, `@SignedIn` or `@AdminOnly`. */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly reflector = new Reflector();
  private readonly accessOf = perRoute((...targets) =>
    this.reflector.getAllAndOverride<AccessName | undefined>(ACCESS, targets),
  );

  private readonly routeOf = perRoute(routeOfHandler);

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
    if (access === 'admin') this.assertAdministrator(context, actor);
    if (this.routeOf(context)?.stepUp && !isFresh(actor)) throw authErrors.stepUpRequired();
    return true;
  }

  private assertAdministrator(context: ExecutionContext, actor: Actor): void {
    if (!actor.admin) throw authErrors.adminsOnly();
    const setsUp = this.routeOf(context)?.path.startsWith('/admin/2fa/');
    if (actor.needsTwoFactor && !setsUp) throw authErrors.twoFactorRequired();
  }

  /** A token that no service of ours has signed. Every browser has an expired or ended one now and then. */
  private reportRefusal({ headers }: Request, error: unknown): void {
    if (!headers.authorization || !(error instanceof Unauthenticated)) return;
    this.signals.raise({ kind: 'token_refused', detail: 'access token' });
  }
}
