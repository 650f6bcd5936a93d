import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createDataSource } from '@casement/common/data/database/data-source.js';
import { requiredEnv } from '@casement/common/testing/required-env.js';
import { LocalAuthority, writeIdentity } from '@casement/local/certificates.js';
import { startPgbouncer, type Pgbouncer } from '@casement/local/testing/pgbouncer.js';

const missing = process.env['TEST_POOLER_URL'] ? null : 'no pgbouncer here';

/** Tests the statements of docs/postgresql.md about each sslmode on a server that accepts only TLS. */
(missing === null ? describe : describe.skip)(
  `database connection over TLS${missing === null ? '' : ` (not run: ${missing})`}`,
  () => {
    let folder: string;
    let server: Pgbouncer;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'casement-tls-'));
      const authority = await LocalAuthority.create();
      writeIdentity(folder, await authority.issue({ uris: [], names: ['localhost'] }));
      for (const name of ['', 'tls.key', 'tls.crt']) chmodSync(join(folder, name), 0o755);
      server = (await startPgbouncer({
        folder: join(folder, 'pgbouncer'),
        postgresUrl: requiredEnv('TEST_POSTGRES_URL'),
        extra: [
          'client_tls_sslmode = require',
          `client_tls_key_file = ${join(folder, 'tls.key')}`,
          `client_tls_cert_file = ${join(folder, 'tls.crt')}`,
        ],
      }))!;
    });
    afterAll(async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    /**
     * Connects like a service.
     *
     * @returns whether the connection used TLS
     */
    const connect = async (
      sslmode: string,
      { host = 'localhost', authority = false }: { host?: string; authority?: boolean } = {},
    ): Promise<boolean> => {
      const url = new URL(server.url);
      url.hostname = host;
      if (sslmode) url.searchParams.set('sslmode', sslmode);
      if (authority) url.searchParams.set('sslrootcert', join(folder, 'ca.crt'));
      const source = await createDataSource({ url: url.href, applicationName: 'tls' }).initialize();
      try {
        const client = await (source.driver as unknown as { master: Pool }).master.connect();
        const { stream } = (client as unknown as { connection: { stream: object } }).connection;
        client.release();
        return 'encrypted' in stream;
      } finally {
        await source.destroy();
      }
    };

    it.each(['prefer', 'require', 'verify-ca', 'verify-full'])(
      'with sslmode=%s is accepted only with a trusted certificate for its name',
      async (sslmode) => {
        expect(await connect(sslmode, { authority: true })).toBe(true);
        await expect(connect(sslmode)).rejects.toThrow('unable to verify the first certificate');
        const otherName = connect(sslmode, { authority: true, host: '127.0.0.1' });
        await expect(otherName).rejects.toThrow("does not match certificate's altnames");
      },
    );

    it('with sslmode=no-verify is accepted with any certificate', async () => {
      expect(await connect('no-verify', { host: '127.0.0.1' })).toBe(true);
    });

    it.each(['', 'disable'])('needs no certificate with sslmode=%s', async (sslmode) => {
      await expect(connect(sslmode)).rejects.toThrow('SSL required');
    });
  },
);
