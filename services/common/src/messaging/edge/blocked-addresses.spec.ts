import { BlockedAddresses } from './blocked-addresses.js';

const entry = (ip: string, expiresAt: string | null = null) =>
  JSON.stringify({ ip, reason: '', expiresAt });

describe(BlockedAddresses.name, () => {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const setup = (...ips: string[]) => {
    const sut = new BlockedAddresses(() => now);
    sut.replace(new Map(ips.map((ip) => [ip, entry(ip)])));
    return sut;
  };

  it('matches single addresses in any spelling', () => {
    const sut = setup('192.0.2.1');
    expect(sut.has('192.0.2.1')).toBe(true);
    expect(sut.has('::ffff:192.0.2.1')).toBe(true);
    expect(sut.has('192.0.2.2')).toBe(false);
    expect(sut.has('nonsense')).toBe(false);
  });

  it('blocks the complete /64 of an IPv6 address', () => {
    const sut = setup('2001:db8:1:2::5');
    expect(sut.has('2001:db8:1:2:ffff::9')).toBe(true);
    expect(sut.has('2001:db8:1:3::5')).toBe(false);
  });

  it('matches networks of both families', () => {
    const sut = setup('198.51.100.0/24', '2001:db8::/32');
    expect(sut.has('198.51.100.77')).toBe(true);
    expect(sut.has('198.51.101.1')).toBe(false);
    expect(sut.has('2001:db8:ffff::1')).toBe(true);
  });

  it('returns the end of the longest of several blocks', () => {
    const sut = setup();
    sut.put('a', entry('192.0.2.1', '2026-01-01T00:10:00.000Z'));
    sut.put('b', entry('192.0.2.0/24', '2026-01-01T00:20:00.000Z'));
    expect(sut.expiryOf('192.0.2.1')).toEqual(new Date('2026-01-01T00:20:00.000Z'));
    sut.put('c', entry('192.0.0.0/16'));
    expect(sut.expiryOf('192.0.2.1')).toBeNull();
    expect(sut.expiryOf('198.51.100.1')).toBeUndefined();
  });

  it('supports the shortest and the longest prefixes', () => {
    const all = setup('0.0.0.0/0');
    expect(all.has('255.255.255.255')).toBe(true);
    expect(all.has('::1')).toBe(false);
    const half = setup('128.0.0.0/1', '8000::/1');
    expect([half.has('127.255.255.255'), half.has('128.0.0.0')]).toEqual([false, true]);
    expect([half.has('7fff::'), half.has('8000::')]).toEqual([false, true]);
  });

  it('lifts an expired block without an event', () => {
    const sut = setup();
    sut.put('a', entry('192.0.2.1', '2026-01-01T00:10:00.000Z'));
    expect(sut.has('192.0.2.1')).toBe(true);
    now += 600_001;
    expect(sut.has('192.0.2.1')).toBe(false);
  });

  it('keeps a network block that still covers an unblocked address', () => {
    const sut = setup('192.0.2.0/24', '192.0.2.1');
    sut.remove('192.0.2.1');
    expect(sut.has('192.0.2.1')).toBe(true);
    sut.remove('192.0.2.0/24');
    expect(sut.has('192.0.2.1')).toBe(false);
  });

  it('replaces a single entry and all entries', () => {
    const sut = setup('192.0.2.1');
    sut.put('192.0.2.1', entry('192.0.2.9'));
    expect(sut.has('192.0.2.1')).toBe(false);
    sut.replace(new Map());
    expect(sut.has('192.0.2.9')).toBe(false);
  });

  it('skips unreadable entries', () => {
    const sut = setup();
    sut.replace(
      new Map([
        ['a', 'rubbish'],
        ['b', '{"ip":"localhost"}'],
        ['c', entry('192.0.2.1')],
      ]),
    );
    expect(sut.has('192.0.2.1')).toBe(true);
  });
});
