import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { EFFECTS, type Effect } from '@casement/proto/http/effects.js';
import { isAdminKeyScope, type ApiKeyScope } from '@casement/proto/http/auth/api-keys.js';
import {
  ACCESS,
  isOwnGuard,
  KEY_SCOPE,
  SKIPS_IP_BLOCK,
  type AccessName,
  type KeyAccess,
} from '../auth/access.decorators.js';
import { routeOfHandler } from '../http/route.decorator.js';
import { isUnderPrefix, PREFIX } from './prefix.js';

export interface HttpRoute {
  /** GET, POST, …; ALL for every method. */
  method: string;
  /** Full path with parameters, e.g. `/api/user/topup/:id`. */
  path: string;
  access: AccessName;
  effect: Effect;
  /** Scope that an API key needs for the route; undefined if no key is accepted. */
  keyScope: ApiKeyScope | undefined;
  /** True if blocked addresses reach the route, which verifies other credentials. */
  skipsIpBlock: boolean;
  /** Class of the handler, for other decorators. */
  controller: Target;
  handler: Target;
  matches(method: string, path: string): boolean;
}

/** Thrown for a route without an access rule. The service does not start. */
class RouteWithoutAccess extends Error {
  constructor(route: string, handler: string) {
    super(
      `Route ${route} (${handler}) does not say who may call it: ` +
        `give it @Public(), @SignedIn() or @AdminOnly().`,
    );
    this.name = 'RouteWithoutAccess';
  }
}

/** Thrown for a route without an effect class. The service does not start. */
class RouteWithoutEffect extends Error {
  constructor(route: string, handler: string) {
    super(
      `Route ${route} (${handler}) has no effect class: ` +
        `give it @Route() with an effect of proto/http/effects.ts.`,
    );
    this.name = 'RouteWithoutEffect';
  }
}

// eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- a class or a method, as Nest has it
type Target = Function;
const meta = (key: string, ...targets: Target[]): unknown =>
  targets.map((target) => Reflect.getMetadata(key, target) as unknown).find((v) => v !== undefined);
const list = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value ?? '']).map(String);

/**
 * Collects every HTTP route of the service from its controllers' decorators.
 *
 * @throws RouteWithoutAccess, RouteWithoutEffect, or an Error for @Internal or @KeyScope in the wrong place
 */
export function collectRoutes(modules: ModulesContainer): HttpRoute[] {
  const scanner = new MetadataScanner();
  const routes: HttpRoute[] = [];
  for (const module of modules.values()) {
    for (const { metatype } of module.controllers.values()) {
      if (typeof metatype !== 'function') continue;
      const prototype = metatype.prototype as Record<string, Target>;
      for (const name of scanner.getAllMethodNames(prototype)) {
        const handler = prototype[name];
        if (!handler) continue;
        const method = meta(METHOD_METADATA, handler) as RequestMethod | undefined;
        if (method === undefined) continue;
        const access = meta(ACCESS, handler, metatype) as AccessName | undefined;
        const keyAccess = meta(KEY_SCOPE, handler, metatype) as KeyAccess | undefined;
        const passes = meta(SKIPS_IP_BLOCK, handler, metatype) === true;
        for (const path of fullPaths(metatype, handler)) {
          const verb = RequestMethod[method];
          const at = `${verb} ${path}`;
          if (access === undefined) throw new RouteWithoutAccess(at, `${metatype.name}.${name}`);
          checkInternal(at, path, access);
          const effect = routeOfHandler(handler)?.effect;
          if (effect === undefined) throw new RouteWithoutEffect(at, `${metatype.name}.${name}`);
          if (keyAccess) checkKeyAccess(at, access, keyAccess, effect);
          const skipsIpBlock = passes || isOwnGuard(access);
          routes.push({
            method: verb,
            path,
            access,
            effect,
            keyScope: keyAccess?.scope,
            skipsIpBlock,
            controller: metatype,
            handler,
            matches: matcher(verb, path),
          });
        }
      }
    }
  }
  return routes;
}

function fullPaths(controller: Target, handler: Target): string[] {
  return list(meta(PATH_METADATA, controller)).flatMap((base) =>
    list(meta(PATH_METADATA, handler)).map((sub) => {
      const own = `/${base}/${sub}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
      return isUnderPrefix(own) ? `/${PREFIX}${own === '/' ? '' : own}` : own;
    }),
  );
}

function checkInternal(at: string, path: string, access: AccessName): void {
  const inside = /^\/(internal|health)(\/|$)/.test(path);
  if (inside === (access === 'internal')) return;
  throw new Error(
    inside
      ? `Route ${at} is not routed by the gateway: it must be @Internal().`
      : `Route ${at} is @Internal(), but the gateway routes it: move it under /internal.`,
  );
}

/**
 * Checks that a route that requires step-up accepts API keys only with an explicit exception, and never customers'
 * keys.
 */
function checkKeyAccess(
  at: string,
  access: AccessName,
  { scope, insteadOfStepUp }: KeyAccess,
  effect: Effect,
): void {
  const isAdmins = isAdminKeyScope(scope);
  if (access !== (isAdmins ? 'admin' : 'signed-in')) {
    throw new Error(
      `Route ${at} has @KeyScope('${scope}') without @${isAdmins ? 'AdminOnly' : 'SignedIn'}().`,
    );
  }
  const asksForStepUp = EFFECTS[effect].stepUp !== false;
  const mayConfirm = isAdmins || scope === 'webhooks';
  if (asksForStepUp === insteadOfStepUp && (mayConfirm || !asksForStepUp)) return;
  throw new Error(
    asksForStepUp
      ? `Route ${at} has @KeyScope(), but asks for a password or code (effect ${effect}).`
      : `Route ${at} has @KeyScope() with insteadOfStepUp, but its effect ${effect} needs none.`,
  );
}

function matcher(verb: string, path: string): HttpRoute['matches'] {
  const pattern = path
    .split('/')
    .map((part) => {
      if (part.startsWith('*') || part.startsWith('{*')) return '.*';
      if (part.startsWith(':')) return '[^/]+';
      return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    })
    .join('/');
  const regex = new RegExp(`^${pattern}/?$`, 'i');
  return (method, actual) =>
    (verb === 'ALL' || verb === method || (verb === 'GET' && method === 'HEAD')) &&
    regex.test(actual);
}
