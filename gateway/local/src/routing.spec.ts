import { parseKongFile } from './kong-file.js';
import { escapePath, normalisePath, router } from './routing.js';

const file = (routes: string) =>
  parseKongFile(
    `{ _format_version: '3.0', services: [{ name: s, host: s, retries: 0, routes: [${routes}] }] }`,
  );
const winner = (routes: string, path: string, method = 'GET') =>
  router(file(routes))(method, path)?.route.name;

describe(router.name, () => {
  it('prefers a route with more attributes to one with a longer path', () => {
    const routes = '{ name: get, paths: [/m], methods: [GET] }, { name: long, paths: [/m/long] }';
    expect(winner(routes, '/m/long')).toBe('get');
    expect(winner(routes, '/m/long', 'POST')).toBe('long');
  });

  it('prefers a regex to any prefix, however long', () => {
    const routes = "{ name: prefix, paths: [/api/users] }, { name: re, paths: ['~/api/[^/]+$'] }";
    expect(winner(routes, '/api/users')).toBe('re');
    expect(winner(routes, '/api/users/1')).toBe('prefix');
  });

  it('prefers the higher regex_priority among regexes', () => {
    const routes =
      "{ name: low, paths: ['~/a/b$'] }, { name: high, paths: ['~/a/.+'], regex_priority: 1 }";
    expect(winner(routes, '/a/b')).toBe('high');
  });

  it('prefers the longest prefix, in any order', () => {
    const routes =
      '{ name: a, paths: [/a] }, { name: abc, paths: [/abc] }, { name: ab, paths: [/ab] }';
    expect([winner(routes, '/abcd'), winner(routes, '/abx'), winner(routes, '/ax')]).toEqual([
      'abc',
      'ab',
      'a',
    ]);
  });

  it('anchors a regex at its start only', () => {
    expect(winner("{ name: n, paths: ['~/n/\\d+'] }", '/n/12abc')).toBe('n');
    expect(winner("{ name: n, paths: ['~/n/\\d+'] }", '/x/n/12')).toBeUndefined();
  });
});

describe(normalisePath.name, () => {
  it.each(['', 'x', '*', '/%', '/%4', '/%zz', '/a%00', '/..', '/a/../../b', '/%2e%2e'])(
    'rejects %j',
    (path) => expect(normalisePath(path)).toBeUndefined(),
  );

  it('is idempotent for any path', () => {
    for (const path of ['/', '//', '/a/', '/a/.', '/a/..', '/a//b', '/%2F/%2f', '/%20', '/a;b=c']) {
      const once = normalisePath(path) ?? '';
      expect(normalisePath(escapePath(once))).toBe(once);
    }
  });
});
