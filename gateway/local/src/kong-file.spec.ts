import { parseKongFile } from './kong-file.js';

const withPlugin = (plugin: string) => `{ _format_version: '3.0', plugins: [${plugin}] }`;
const withService = (more: string) =>
  `{ _format_version: '3.0', services: [{ name: shop, host: shop, retries: 0, ${more} }] }`;

describe(parseKongFile.name, () => {
  it.each([
    [
      'a plugin',
      withPlugin('{ name: cors, config: {} }'),
      /plugins > cors.*does not know this plugin/,
    ],
    [
      'a field of a plugin',
      withPlugin(
        '{ name: rate-limiting, config: { minute: 1, limit_by: ip, policy: local, redis_host: x } }',
      ),
      /plugins > rate-limiting > config: .*"redis_host"/,
    ],
    [
      'a value of a plugin',
      withPlugin('{ name: rate-limiting, config: { minute: 1, limit_by: ip, policy: redis } }'),
      /rate-limiting > config > policy: .*"local"/,
    ],
    [
      'Lua that does more than omit a field',
      withPlugin(
        '{ name: http-log, config: { http_endpoint: "http://x/", custom_fields_by_lua: { a: return 1 } } }',
      ),
      /http-log > config > custom_fields_by_lua > a/,
    ],
    [
      'custom Lua before every request',
      withPlugin('{ name: pre-function, config: { rewrite: ["kong.response.exit(200)"] } }'),
      /pre-function > config > rewrite/,
    ],
    [
      'an hourly limit below the limit per minute',
      withPlugin(
        '{ name: rate-limiting, config: { minute: 3, hour: 2, limit_by: ip, policy: local } }',
      ),
      /rate-limiting > config > hour: can't be lower than the limit for minute/,
    ],
    [
      'a limit without a window',
      withPlugin('{ name: rate-limiting, config: { limit_by: ip, policy: local } }'),
      /rate-limiting > config: limits by minute/,
    ],
    [
      'a header with a space after the colon, which Kong would send',
      withPlugin('{ name: response-transformer, config: { add: { headers: ["X-A: b"] } } }'),
      /write Name:value without a space/,
    ],
    [
      'a disabled plugin',
      withPlugin('{ name: prometheus, enabled: false, config: { status_code_metrics: true } }'),
      /"enabled"/,
    ],
    ['a field of a service', withService('tags: [a]'), /services > shop: .*"tags"/],
    [
      'a field of a route',
      withService('routes: [{ name: entry, paths: [/], hosts: [a] }]'),
      /shop > routes > entry: .*"hosts"/,
    ],
    [
      'a route without a path',
      withService('routes: [{ name: entry, methods: [GET] }]'),
      /entry > paths/,
    ],
    [
      'a retry count',
      withService('routes: []').replace('retries: 0', 'retries: -1'),
      /shop > retries/,
    ],
    [
      'another algorithm for an upstream',
      "{ _format_version: '3.0', upstreams: [{ name: shop, algorithm: round-robin }] }",
      /upstreams > shop > algorithm: .*"least-connections"/,
    ],
    [
      'an upstream without health checks',
      "{ _format_version: '3.0', upstreams: [{ name: shop, algorithm: least-connections }] }",
      /upstreams > shop > healthchecks/,
    ],
    [
      'passive health checks, which let a caller take out replicas',
      "{ _format_version: '3.0', upstreams: [{ name: shop, healthchecks: { passive: { type: http } } }] }",
      /upstreams > shop > healthchecks: .*"passive"/,
    ],
    ['an entity', "{ _format_version: '3.0', consumers: [] }", /"consumers"/],
    ['a format', "{ _format_version: '2.1' }", /_format_version/],
  ])('rejects unsupported configuration and names it: %s', (_, text, sentence) => {
    expect(() => parseKongFile(text)).toThrow(sentence);
  });

  it.each(['minute: 2, hour: 2', 'minute: 2', 'hour: 2'])('accepts a limit with %s', (windows) => {
    const config = `{ ${windows}, limit_by: ip, policy: local }`;
    const text = withPlugin(`{ name: rate-limiting, config: ${config} }`);
    expect(() => parseKongFile(text)).not.toThrow();
  });

  it('reports all problems together', () => {
    const text = withPlugin('{ name: acl, config: {} }, { name: jwt, config: {} }');
    expect(() => parseKongFile(text)).toThrow(/acl[^]*jwt/);
  });
});
