import 'reflect-metadata';
import { All, Controller, Get, Post, type Type } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';
import {
  Access,
  AdminOnly,
  KeyScope,
  SkipIpBlock,
  Public,
  SignedIn,
} from '../auth/access.decorators.js';
import { reply } from '../http/reply.js';
import { Route } from '../http/route.decorator.js';
import { collectRoutes } from './routes.js';

@Controller()
@SignedIn()
class MixedController {
  @Get('root-password.sh')
  @Public()
  script() {}

  @Get('images/:sha/chunks/*rest')
  @Access('agent')
  chunk() {}

  @Get(['user/one', 'user/two'])
  @KeyScope('installs:read')
  both() {}

  @Post('admin/things/:id')
  @AdminOnly()
  change() {}

  @All('payments/callback')
  @Public()
  @SkipIpBlock()
  callback() {}

  notARoute() {}
}

@Controller()
class KeyOfAdministratorController {
  @Get('admin/things')
  @AdminOnly()
  @KeyScope('installs:read')
  list() {}
}

@Controller()
class AdminKeysController {
  @Get('admin/things')
  @AdminOnly()
  @KeyScope('admin:read')
  list() {}

  @Route({ method: 'POST', path: '/admin/quota', stepUp: true, answer: null })
  @AdminOnly()
  @KeyScope('admin:quota', { insteadOfStepUp: true })
  change() {
    return reply(null);
  }
}

@Controller()
class AdminKeyOfAnyUserController {
  @Get('user/things')
  @SignedIn()
  @KeyScope('admin:read')
  list() {}
}

@Controller()
class AdminKeyOfStepUpController {
  @Route({ method: 'DELETE', path: '/admin/rules', stepUp: true, answer: null })
  @AdminOnly()
  @KeyScope('admin:blocks')
  remove() {
    return reply(null);
  }
}

@Controller()
class InsteadOfNothingController {
  @Get('admin/things')
  @AdminOnly()
  @KeyScope('admin:read', { insteadOfStepUp: true })
  list() {}
}

@Controller()
class KeyOfStepUpController {
  @Route({ method: 'DELETE', path: '/user/all', stepUp: true, answer: null })
  @SignedIn()
  @KeyScope('installs:write', { insteadOfStepUp: true })
  remove() {
    return reply(null);
  }
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
      ['GET', '/api/user/two', 'signed-in'],
      ['POST', '/api/admin/things/:id', 'admin'],
      ['ALL', '/api/payments/callback', 'public'],
    ]);
  });

  it('lists the scope that an API key needs, or none for routes without keys', () => {
    expect(
      routes.filter(({ keyScope }) => keyScope).map(({ path, keyScope }) => [path, keyScope]),
    ).toEqual([
      ['/api/user/one', 'installs:read'],
      ['/api/user/two', 'installs:read'],
    ]);
  });

  it('rejects customer key scopes on administrator routes and step-up routes', () => {
    expect(() => routesOf(KeyOfAdministratorController)).toThrow('without @SignedIn()');
    expect(() => routesOf(KeyOfStepUpController)).toThrow('stepUp');
  });

  it('accepts administrator key scopes on administrator routes, and on step-up routes only if declared', () => {
    expect(routesOf(AdminKeysController).map(({ path, keyScope }) => [path, keyScope])).toEqual([
      ['/api/admin/things', 'admin:read'],
      ['/api/admin/quota', 'admin:quota'],
    ]);
    expect(() => routesOf(AdminKeyOfAnyUserController)).toThrow('without @AdminOnly()');
    expect(() => routesOf(AdminKeyOfStepUpController)).toThrow('stepUp');
    expect(() => routesOf(InsteadOfNothingController)).toThrow('no stepUp');
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
