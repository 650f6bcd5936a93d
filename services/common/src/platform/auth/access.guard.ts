import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { needsStepUp } from '@casement/proto/http/effects.js';
import type { Request, Response } from 'express';
import { hasApiKeyPrefix } from '../api-keys/api-key.js';
import { apiKeyErrors } from '../api-keys/api-key.errors.js';
import { ApiKeyVerifier } from '../api-keys/api-key-verifier.js';
import {
  ACCESS,
  isOwnGuard,
  KEY_SCOPE,
  type AccessName,
  type KeyAccess,
} from './access.decorators.js';
import { Signals } from '../../messaging/signals.js';
import { perRoute } from '../http/per-route.js';
import { routeOfHandler } from '../http/route.decorator.js';
import type { Actor } from '../../core/context/actor.js';
import { authErrors, Unauthenticated } from './auth.errors.js';
import { JwtAuthGuard } from './jwt-auth.guard.js';
import { bearerToken } from './jwt.strategy.js';

/** Maximum age in seconds of a password or code confirmation (ADR 23). */
const STEP_UP_SECONDS = 300;

/** Global guard: enforces the `@Public`, `@SignedIn` or `@AdminOnly` of every HTTP route. */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly reflector = new Reflector();
  private readonly accessOf = perRoute((...targets) =>
    this.reflector.getAllAndOverride<AccessName | undefined>(ACCESS, targets),
  );

  private readonly keyAccessOf = perRoute((...targets) =>
    this.reflector.getAllAndOverride<KeyAccess | undefined>(KEY_SCOPE, targets),
  );
  private readonly routeOf = perRoute(routeOfHandler);

  constructor(
    private readonly jwt: JwtAuthGuard,
    private readonly apiKeys: ApiKeyVerifier,
    private readonly signals: Signals,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    // The network policy makes gRPC and events unreachable from outside.
    if (context.getType() !== 'http') return true;
    const access = this.accessOf(context);
    // A service with such a route does not start (see routes.ts). Refused here as a second line of defence.
    if (access === undefined) return false;
    if (access === 'public' || access === 'internal' || isOwnGuard(access)) return true;

    const request = context.switchToHttp().getRequest<Request>();
    const actor = await this.identify(context, request);
    if (request.casement) request.casement.actor = actor;
    if (access === 'admin') this.assertAdministrator(context, actor);
    const route = this.routeOf(context);
    const list = { query: request.query, accept: request.headers.accept };
    if (route && needsStepUp(route, list) && !this.isConfirmed(context, actor)) {
      throw authErrors.stepUpRequired();
    }
    return true;
  }

  /** A password, or a code if two-factor is enabled, was given within the last five minutes. */
  private isConfirmed(context: ExecutionContext, actor: Actor): boolean {
    return actor.apiKeyId === undefined
      ? Date.now() / 1000 - actor.confirmedAt <= STEP_UP_SECONDS
      : this.keyAccessOf(context)?.insteadOfStepUp === true;
  }

  /** Recognizes API keys by their prefix, so that calls with an access token need no key lookup. */
  private async identify(context: ExecutionContext, request: Request): Promise<Actor> {
    const token = bearerToken(request);
    if (token !== null && hasApiKeyPrefix(token)) {
      const access = this.keyAccessOf(context);
      // Refused without a lookup so that the response reveals nothing about the key.
      if (access === undefined) throw apiKeyErrors.closed();
      return this.apiKeys.verify(
        token,
        access.scope,
        context.switchToHttp().getResponse<Response>(),
      );
    }
    try {
      await this.jwt.canActivate(context);
    } catch (error) {
      this.reportRefusal(request, error);
      throw error;
    }
    return request.user as Actor;
  }

  private assertAdministrator(context: ExecutionContext, actor: Actor): void {
    if (!actor.admin) throw authErrors.adminsOnly();
    const setsUp = this.routeOf(context)?.path.startsWith('/admin/2fa/');
    if (actor.needsTwoFactor && !setsUp) throw authErrors.twoFactorRequired();
  }

  /**
   * Raises a signal for a token that auth never signed. Expired tokens and ended sessions are normal in browsers and
   * raise none.
   */
  private reportRefusal({ headers }: Request, error: unknown): void {
    if (!headers.authorization || !(error instanceof Unauthenticated)) return;
    this.signals.raise({ kind: 'token_refused', detail: 'access token' });
  }
}
