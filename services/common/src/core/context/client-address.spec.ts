import { ClientAddresses } from './client-address.js';

const request = (peer: string | undefined, headers: Record<string, string | string[]> = {}) =>
  ({ socket: { remoteAddress: peer }, headers }) as never;

describe(ClientAddresses.name, () => {
  const addresses = new ClientAddresses(['10.0.0.0/8', '::1']);

  it('accepts X-Real-IP only from a trusted proxy', () => {
    const headers = { 'x-real-ip': '203.0.113.9' };
    expect(addresses.of(request('10.1.2.3', headers))).toBe('203.0.113.9');
    expect(addresses.of(request('::1', headers))).toBe('203.0.113.9');
    expect(addresses.of(request('192.0.2.1', headers))).toBe('192.0.2.1');
  });

  it('recognizes an IPv4-mapped proxy address and normalizes addresses', () => {
    expect(addresses.of(request('::ffff:10.1.2.3', { 'x-real-ip': '::ffff:203.0.113.9' }))).toBe(
      '203.0.113.9',
    );
    expect(addresses.of(request('10.1.2.3', { 'x-real-ip': '2001:DB8:0:0::1' }))).toBe(
      '2001:db8::1',
    );
  });

  it('ignores X-Forwarded-For', () => {
    expect(addresses.of(request('10.1.2.3', { 'x-forwarded-for': '203.0.113.9' }))).toBe(
      '10.1.2.3',
    );
  });

  it("falls back to the proxy's address if X-Real-IP is invalid", () => {
    for (const claimed of ['nonsense', '', '0x7f.1', '1.2.3.4, 5.6.7.8']) {
      expect(addresses.of(request('10.1.2.3', { 'x-real-ip': claimed }))).toBe('10.1.2.3');
    }
  });

  it('returns no address if the socket is gone', () => {
    expect(addresses.of(request(undefined))).toBeUndefined();
  });
});
