import { replicas } from './replicas.js';

const shop = { host: 'shop', port: 3000 };

function setup(list = 'a:1,b:1,c:1') {
  const away = new Set<string>();
  const asked: string[] = [];
  const sut = replicas({ shop: list }, (address) => {
    asked.push(address);
    if (address === 'broken:1') return Promise.reject(new Error('refused'));
    return Promise.resolve(!away.has(address));
  });
  const turns = (count: number) => Array.from({ length: count }, () => sut.locate(shop));
  return { ...sut, away, asked, turns };
}

describe(replicas.name, () => {
  it('goes round all addresses of a host', () => {
    expect(setup().turns(6).sort()).toEqual(['a:1', 'a:1', 'b:1', 'b:1', 'c:1', 'c:1']);
  });

  it('leaves a host that it does not know to DNS', () => {
    expect(setup().locate({ host: 'elsewhere', port: 80 })).toBe('elsewhere:80');
  });

  it('sends nothing to one that is not ready, until it is again', async () => {
    const { look, turns, away } = setup();
    away.add('b:1');
    await look();
    expect(turns(4).sort()).toEqual(['a:1', 'a:1', 'c:1', 'c:1']);
    away.clear();
    await look();
    expect(turns(3).sort()).toEqual(['a:1', 'b:1', 'c:1']);
  });

  it('takes one that does not answer for one that is not ready', async () => {
    const { look, turns } = setup('a:1,broken:1');
    await look();
    expect(turns(2)).toEqual(['a:1', 'a:1']);
  });

  it("asks them all when none is ready: the service's own answer gives the reason", async () => {
    const { look, turns, away } = setup('a:1,b:1');
    away.add('a:1').add('b:1');
    await look();
    expect(turns(2).sort()).toEqual(['a:1', 'b:1']);
  });

  it('does not look at one that is alone', async () => {
    const { look, asked } = setup('a:1');
    await look();
    expect(asked).toEqual([]);
  });

  it('goes to another one after a failure, and to the same only when there is no other', () => {
    const { locate } = setup('a:1,b:1');
    for (let n = 0; n < 4; n += 1) expect(locate(shop, new Set(['a:1']))).toBe('b:1');
    expect(['a:1', 'b:1']).toContain(locate(shop, new Set(['a:1', 'b:1'])));
  });

  it('waits for no address that hangs', async () => {
    let asked = 0;
    const { look, locate } = replicas({ shop: 'hangs:1,b:1' }, (address) => {
      asked += 1;
      return address === 'b:1' ? Promise.resolve(false) : new Promise(() => undefined);
    });
    void look();
    void look();
    await Promise.resolve();
    await new Promise(setImmediate);
    expect(locate(shop)).toBe('hangs:1');
    expect(asked).toBe(2);
  });
});
