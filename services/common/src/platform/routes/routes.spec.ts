import 'reflect-metadata';
import { Controller, Get, type Type } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';
import {
  Access,
  AdminOnly,
  KeyScope,
  SkipIpBlock,
  Public,
  SignedIn,
} from '../auth/access.decorators.js';
import type { Effect } from '@casement/proto/http/effects.js';
import { reply } from '../http/reply.js';
import { Route } from '../http/route.decorator.js';
import { collectRoutes } from './routes.js';

const raw = (method: 'GET' | 'POST', path: `/${string}`, effect: Effect = 'read') => ({
  method,
  path,
  effect,
  raw: 'text/plain',
});

@Controller()
@SignedIn()
class MixedController {
  @Route(raw('GET', '/root-password.sh'))
  @Public()
  script() {}

  @Route(raw('GET', '/images/{sha}/chunks/*rest'))
  @Access('agent')
  chunk() {}

  @Route(raw('GET', '/user/one'))
  @KeyScope('installs:read')
  one() {}

  @Route(raw('POST', '/admin/things/{id}', 'money'))
  @AdminOnly()
  change() {}

  @Route(raw('POST', '/payments/callback'))
  @Public()
  @SkipIpBlock()
  callback() {}

  notARoute() {}
}

@Controller()
class KeyOfAdministratorController {
  @Route(raw('GET', '/admin/things'))
  @AdminOnly()
  @KeyScope('installs:read')
  list() {}
}

@Controller()
class AdminKeysController {
  @Route(raw('GET', '/admin/things'))
  @AdminOnly()
  @KeyScope('admin:read')
  list() {}

  @Route({ method: 'POST', path: '/admin/quota', effect: 'money', answer: null })
  @AdminOnly()
  @KeyScope('admin:quota', { insteadOfStepUp: true })
  change() {
    return reply(null);
  }
}

@Controller()
class AdminKeyOfAnyUserController {
  @Route(raw('GET', '/user/things'))
  @SignedIn()
  @KeyScope('admin:read')
  list() {}
}

@Controller()
class AdminKeyOfStepUpController {
  @Route({ method: 'DELETE', path: '/admin/rules', effect: 'money', answer: null })
  @AdminOnly()
  @KeyScope('admin:blocks')
  remove() {
    return reply(null);
  }
}

@Controller()
class UnboundKeyScopeController {
  @Route(raw('GET', '/admin/things'))
  @AdminOnly()
  @KeyScope('admin:read', { insteadOfStepUp: true })
  list() {}
}

@Controller()
class KeyOfStepUpController {
  @Route({ method: 'DELETE', path: '/user/all', effect: 'money', answer: null })
  @SignedIn()
  @KeyScope('installs:write', { insteadOfStepUp: true })
  remove() {
    return reply(null);
  }
}

@Controller()
class WithoutEffectController {
  @Get('user/things')
  @SignedIn()
  list() {}
}

const routesOf = (...controllers: Type[]) =>
  collectRoutes(
    new Map([
      ['m', { controllers: new Map(controllers.map((c) => [c, { metatype: c }])) }],
    ]) as unknown as ModulesContainer,
  );

describe(collectRoutes.name, () => {
  const routes = routesOf(MixedController);

  it('lists each route with its full path and access rule', () => {
    expect(routes.map(({ method, path, access }) => [method, path, access])).toEqual([
      ['GET', '/root-password.sh', 'public'],
      ['GET', '/images/:sha/chunks/*rest', 'agent'],
      ['GET', '/api/user/one', 'signed-in'],
      ['POST', '/api/admin/things/:id', 'admin'],
      ['POST', '/api/payments/callback', 'public'],
    ]);
  });

  it('refuses a route without an effect class', () => {
    expect(() => routesOf(WithoutEffectController)).toThrow(
      'Route GET /api/user/things (WithoutEffectController.list) has no effect class',
    );
  });

  it('lists the scope that an API key needs, or none for routes without keys', () => {
    expect(
      routes.filter(({ keyScope }) => keyScope).map(({ path, keyScope }) => [path, keyScope]),
    ).toEqual([['/api/user/one', 'installs:read']]);
  });

  it('lists the effect class of each route', () => {
    expect(routes.map(({ effect }) => effect)).toEqual(['read', 'read', 'read', 'money', 'read']);
  });

  it('rejects customer key scopes on administrator routes and step-up routes', () => {
    expect(() => routesOf(KeyOfAdministratorController)).toThrow('without @SignedIn()');
    expect(() => routesOf(KeyOfStepUpController)).toThrow('asks for a password or code');
  });

  it('accepts administrator key scopes on administrator routes, and on step-up routes only if declared', () => {
    expect(routesOf(AdminKeysController).map(({ path, keyScope }) => [path, keyScope])).toEqual([
      ['/api/admin/things', 'admin:read'],
      ['/api/admin/quota', 'admin:quota'],
    ]);
    expect(() => routesOf(AdminKeyOfAnyUserController)).toThrow('without @AdminOnly()');
    expect(() => routesOf(AdminKeyOfStepUpController)).toThrow('asks for a password or code');
    expect(() => routesOf(UnboundKeyScopeController)).toThrow('needs none');
  });

  it('lists which routes blocked addresses reach', () => {
    const passes = (method: string, path: string) =>
      routes.some((route) => route.skipsIpBlock && route.matches(method, path));
    expect(passes('GET', '/images/abc/chunks/1/2')).toBe(true);
    expect(passes('HEAD', '/images/abc/chunks/1')).toBe(true);
    expect(passes('POST', '/api/payments/callback')).toBe(true);
    expect(passes('POST', '/api/payments/callback/more')).toBe(false);
    expect(passes('POST', '/images/abc/chunks/1')).toBe(false);
    expect(passes('GET', '/root-password.sh')).toBe(false);
    expect(passes('GET', '/api/user/one')).toBe(false);
  });
});
