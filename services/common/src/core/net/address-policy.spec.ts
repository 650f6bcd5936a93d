import fc from 'fast-check';
import { AddressPolicy } from './address-policy.js';

describe(AddressPolicy.name, () => {
  const policy = new AddressPolicy({ own: ['203.0.113.5'] });

  it.each([
    ['0.0.0.0', '0.255.255.255'],
    ['10.0.0.0', '10.255.255.255'],
    ['100.64.0.0', '100.127.255.255'],
    ['127.0.0.0', '127.255.255.255'],
    ['169.254.0.0', '169.254.169.254'],
    ['172.16.0.0', '172.31.255.255'],
    ['192.0.0.0', '192.0.0.255'],
    ['192.168.0.0', '192.168.255.255'],
    ['198.18.0.0', '198.19.255.255'],
    ['224.0.0.0', '239.255.255.255'],
    ['240.0.0.0', '255.255.255.255'],
  ])('rejects the network from %s to %s', (first, last) => {
    for (const ip of [first, last])
      expect(policy.check(ip)).toEqual({ ok: false, reason: 'reserved' });
  });

  it.each([
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.0.1',
    '172.32.0.0',
    '192.0.1.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '8.8.8.8',
  ])('allows %s, which is just outside a rejected network', (ip) =>
    expect(policy.check(ip)).toEqual({ ok: true, address: ip }),
  );

  it.each([
    '',
    'localhost',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '010.0.0.1',
    '0x7f.0.0.1',
    '2130706433',
    '127.1',
    ' 8.8.8.8',
    '8.8.8.8 ',
    '8.8.8.8\n',
    '8.8.8.8.',
    '::1',
    '::ffff:10.0.0.1',
    '8.8.8.8/32',
    '８.8.8.8',
    '1.2.3.04',
  ])('rejects %p as an address', (text) =>
    expect(policy.check(text)).toEqual({ ok: false, reason: 'not-an-address' }),
  );

  it('rejects our own addresses even if a lab allows their network', () => {
    expect(policy.check('203.0.113.5')).toEqual({ ok: false, reason: 'own' });
    const lab = new AddressPolicy({ allowed: ['203.0.113.0/24'], own: ['203.0.113.5'] });
    expect(lab.check('203.0.113.5')).toEqual({ ok: false, reason: 'own' });
  });

  it('allows only the networks that a lab exempts', () => {
    const lab = new AddressPolicy({ allowed: ['127.0.0.10/32'] });
    expect(lab.check('127.0.0.10').ok).toBe(true);
    expect(lab.check('127.0.0.11').ok).toBe(false);
  });

  it('accepts only canonical IPv4 notation', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV4Extended(), fc.ipV6()), (text) => {
        const verdict = policy.check(text);
        return !verdict.ok || text.split('.').every((part) => String(Number(part)) === part);
      }),
    );
  });
});
