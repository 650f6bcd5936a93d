import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@casement/local/testing/temporary-folder.js';
import { natsServers } from './nats-servers.js';

const folder = temporaryFolder();

const servers = (NATS_URL: string, more = {}) =>
  natsServers({ NATS_URL, NATS_CREDS_FILE: '', NATS_TLS_DIR: '', ...more });

describe(natsServers.name, () => {
  it('reads one address or several, with or without scheme', () => {
    expect(servers('nats://a:4222')).toEqual({ servers: ['nats://a:4222'] });
    expect(servers('a:4222, tls://b:4223')).toEqual({
      servers: ['nats://a:4222', 'tls://b:4223'],
      tls: {},
    });
  });

  it('extracts the credentials from the address', () => {
    expect(servers('nats://casement:p%40ss@a:4222,nats://b:4222')).toEqual({
      servers: ['nats://a:4222', 'nats://b:4222'],
      user: 'casement',
      pass: 'p@ss',
    });
  });

  it("requires TLS with a folder's authority and presents a client certificate if present", () => {
    const { tls } = servers('nats://a', { NATS_TLS_DIR: folder });
    expect(tls).toEqual({ caFile: join(folder, 'ca.crt') });
    writeFileSync(join(folder, 'tls.crt'), '');
    expect(servers('nats://a', { NATS_TLS_DIR: folder }).tls).toEqual({
      caFile: join(folder, 'ca.crt'),
      certFile: join(folder, 'tls.crt'),
      keyFile: join(folder, 'tls.key'),
    });
  });
});
