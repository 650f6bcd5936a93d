import { readFileSync } from 'node:fs';
import { parseKongFile } from './kong-file.js';
import { replicas } from './replicas.js';

const shop = { host: 'shop', port: 3000 };
const file = readFileSync(new URL('../../kong.yml', import.meta.url), 'utf8');
/** Health checks of gateway/kong.yml. */
const [{ healthchecks }] = parseKongFile(file).upstreams;

type Failure = 'tcp_failures' | 'timeouts' | 'http_failures';

function setup(list = 'a:1,b:1,c:1') {
  const failing = new Map<string, Failure>();
  const asked: string[] = [];
  const upstream = { name: 'shop', healthchecks, targets: [{ target: 'shop-replicas:3000' }] };
  const sut = replicas(
    { shop: list, unchecked: list },
    [{ ...upstream, algorithm: 'least-connections' }],
    (url) => {
      asked.push(url);
      return Promise.resolve(failing.get(new URL(url).host));
    },
  );
  const turns = (count: number) => Array.from({ length: count }, () => sut.locate(shop));
  const checkHealth = async (times: number) => {
    for (let n = 0; n < times; n += 1) await sut.checkHealth();
  };
  return { ...sut, checkHealth, failing, asked, turns };
}

describe(replicas.name, () => {
  it('rotates through all addresses of a host', () => {
    expect(setup().turns(6).sort()).toEqual(['a:1', 'a:1', 'b:1', 'b:1', 'c:1', 'c:1']);
  });

  it('leaves an unknown host to DNS, and an upstream without addresses to its targets', () => {
    const { locate } = setup();
    expect(locate({ host: 'elsewhere', port: 80 })).toBe('elsewhere:80');
    const upstream = { name: 'bar', healthchecks, targets: [{ target: 'bar-replicas:3000' }] };
    const other = replicas({}, [{ ...upstream, algorithm: 'least-connections' }]);
    expect(other.locate({ host: 'bar', port: 3000 })).toBe('bar-replicas:3000');
  });

  it.each<[Failure, number]>([
    ['tcp_failures', 1],
    ['timeouts', 2],
    ['http_failures', 30],
  ])('skips an address after its %s reach %i, until a check succeeds', async (failure, limit) => {
    const { checkHealth, turns, failing } = setup('a:1,b:1');
    failing.set('b:1', failure);
    await checkHealth(limit - 1);
    expect(turns(2).sort()).toEqual(['a:1', 'b:1']);
    await checkHealth(1);
    expect(turns(3)).toEqual(['a:1', 'a:1', 'a:1']);
    failing.clear();
    await checkHealth(1);
    expect(turns(2).sort()).toEqual(['a:1', 'b:1']);
  });

  it('keeps all addresses during a database outage of 20 seconds', async () => {
    const { checkHealth, turns, failing } = setup('a:1,b:1');
    for (const address of ['a:1', 'b:1']) failing.set(address, 'http_failures');
    await checkHealth(20 / healthchecks.active.healthy.interval);
    expect(turns(2).sort()).toEqual(['a:1', 'b:1']);
  });

  it('returns no address when all are unhealthy', async () => {
    const { checkHealth, turns, failing } = setup('a:1');
    failing.set('a:1', 'tcp_failures');
    await checkHealth(1);
    expect(turns(1)).toEqual([undefined]);
  });

  it('probes the health path from kong.yml, and never a host without an upstream', async () => {
    const { checkHealth, asked, locate } = setup('a:1');
    await checkHealth(1);
    expect(asked).toEqual(['http://a:1/health/ready']);
    expect(locate({ host: 'unchecked', port: 80 })).toBe('a:1');
  });

  it('prefers an address that has not failed this request', () => {
    const { locate } = setup('a:1,b:1');
    for (let n = 0; n < 4; n += 1) expect(locate(shop, new Set(['a:1']))).toBe('b:1');
    expect(locate(shop, new Set(['a:1', 'b:1']))).toBeDefined();
  });
});
