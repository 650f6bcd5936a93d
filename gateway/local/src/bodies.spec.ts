import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyLimiter } from './bodies.js';

const http = readFileSync(new URL('../../nginx-http.conf', import.meta.url), 'utf8');
const server = readFileSync(new URL('../../nginx-server.conf', import.meta.url), 'utf8');

function setup() {
  const admit = bodyLimiter();
  return (address: string, url = '/') => {
    const req = { url, headers: { 'content-length': '10000' } } as unknown as IncomingMessage;
    return admit(address, req, new EventEmitter() as ServerResponse);
  };
}

describe(bodyLimiter.name, () => {
  it.each([
    ['2001:db8::1', '2001:db8:0:0:ffff::2', false],
    ['2001:db8:0:1::1', '2001:db8:0:2::1', true],
    ['::1', '::1:2:3:4', false],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2', true],
    ['192.0.2.1', '192.0.2.2', true],
  ])('counts per address or IPv6 /64: after 32 bodies from %s, admits %s: %s', (...row) => {
    const [first, second, isAdmitted] = row;
    const admit = setup();
    for (let i = 0; i < 32; i++) expect(admit(first)).toBe(true);
    expect([admit(first), admit(second)]).toEqual([false, isAdmitted]);
  });
});

describe('nginx-http.conf', () => {
  const [, pattern = ''] = /map \$request_uri \$is_streamed \{[^}]*~(\S+) 1;/.exec(http) ?? [];

  it.each([
    ['/api/install/agent/check-in', true],
    ['/api/install/agent/files?path=../x', true],
    ['/api/install/agent/../../user/topup', false],
    ['/api/install/agent/%2e%2e/%2e%2e/user/topup', false],
    ['/api/user/topup/..%2F..%2F..%2Fapi/install/agent/x', false],
    ['/api/install/agents', false],
    ['/API/install/agent/x', false],
  ])('and the local gateway exempt %s from the limits: %s', (url, isExempt) => {
    expect(new RegExp(pattern).test(url)).toBe(isExempt);
    const admit = setup();
    for (let i = 0; i < 32; i++) admit('192.0.2.1', url);
    expect(admit('192.0.2.1', url)).toBe(isExempt);
  });

  it('reads the length that nginx uses, not a header of a similar name', () => {
    expect(http.match(/\$http_\w+/g)).toEqual([
      '$http_transfer_encoding',
      '$http_transfer_encoding',
    ]);
    expect(server).toMatch(/^underscores_in_headers off;$/m);
  });

  it('stores no responses', () => expect(server).toMatch(/^proxy_max_temp_file_size 0;$/m));

  it('keeps the method of a refused upload for the log, by a named location', () => {
    expect(server).toMatch(/^error_page 429 (@\w+);[^]*^location \1 /m);
  });
});
