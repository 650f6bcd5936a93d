import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalAuthority, writeIdentity } from '@casement/local/certificates.js';
import { BaseConfig } from '@casement/common/core/config/base-config.js';
import { createDataSource } from '@casement/common/data/database/data-source.js';
import { Database } from '@casement/common/data/database/database.js';
import { commonMigrations } from '@casement/common/data/database/common-migrations.js';
import { checkCertificates } from '@casement/common/platform/doctor/certificates.js';
import { checkPublicUrl } from '@casement/common/platform/doctor/checks.js';
import { examine } from '@casement/common/platform/doctor/doctor.js';
import { testDatabase, type TestDatabase } from '@casement/common/testing/test-database.js';
import { testNats, type TestNats } from '@casement/common/testing/test-nats.js';

describe('doctor', () => {
  let database: TestDatabase;
  let nats: TestNats;
  const before = { ...process.env };

  beforeAll(async () => {
    [database, nats] = await Promise.all([testDatabase(commonMigrations), testNats()]);
  });
  afterEach(() => {
    process.env = { ...before };
  });
  afterAll(() => Promise.all([database.close(), nats.close()]));

  const findings = async (env: Record<string, string> = {}, externalSystems: string[] = []) => {
    const urls = { DATABASE_URL: database.url, AUTH_JWKS_URL: 'http://127.0.0.1:9/jwks' };
    Object.assign(process.env, urls, nats.env, env);
    const definition = {
      name: 'billing',
      config: BaseConfig,
      database: { migrations: commonMigrations, entities: [] },
    };
    return examine(definition as never, { externalSystems: () => externalSystems });
  };
  const levels = async (env?: Record<string, string>) =>
    Object.fromEntries((await findings(env)).map(({ name, level }) => [name, level]));

  it('finds nothing wrong with a working service', async () => {
    expect(await levels()).toEqual({
      settings: 'ok',
      database: 'ok',
      clock: 'ok',
      nats: 'ok',
      'dead letters': 'ok',
      outbox: 'ok',
      backup: 'warning',
    });
  });

  it('warns when the last backup is older than two days', async () => {
    const source = await createDataSource({
      url: database.url,
      applicationName: 'test',
    }).initialize();
    const backedUp = async (hours: number) => {
      await source.query(`DO $$ BEGIN EXECUTE format('COMMENT ON DATABASE %I IS %L', current_database(),
        'casement backup ' || to_char(now() - interval '${hours} hours', 'YYYY-MM-DD"T"HH24:MI:SSOF')); END $$`);
      return (await findings()).find(({ name }) => name === 'backup')!;
    };
    expect(await backedUp(3)).toMatchObject({
      level: 'ok',
      found: expect.stringMatching(/3 hours/),
    });
    expect(await backedUp(60)).toMatchObject({ level: 'warning' });
    await source.destroy();
  });

  it('names an unreachable database and NATS without their passwords', async () => {
    const found = await findings({
      DATABASE_URL: 'postgres://casement:hunter22@127.0.0.1:9/x',
      NATS_URL: 'nats://casement:hunter22@127.0.0.1:9',
    });
    expect(found.filter(({ level }) => level === 'problem').map(({ name }) => name)).toEqual([
      'database',
      'nats',
    ]);
    expect(JSON.stringify(found)).not.toContain('hunter22');
  });

  it('warns about a configured external system that was never tested', async () => {
    const source = await createDataSource({
      url: database.url,
      applicationName: 'test',
    }).initialize();
    await source.query(
      `INSERT INTO dependency_test (name, started_at, ok, answer, asked_at) VALUES ('stripe', now(), true, '', now())`,
    );
    const found = await findings({}, ['stripe', 'midtrans']);
    await source.query('DELETE FROM dependency_test');
    await source.destroy();
    expect(found.filter(({ name }) => ['stripe', 'midtrans'].includes(name))).toMatchObject([
      { name: 'stripe', level: 'ok' },
      { name: 'midtrans', level: 'warning', found: 'never tested' },
    ]);
  });

  it('checks the certificates of the service only if identities are on', async () => {
    const IDENTITY_DIR = '/nonexistent/identity';
    expect(await levels({ IDENTITY_DIR, GRPC_IDENTITY: 'off' })).not.toHaveProperty('certificates');
    expect(await levels({ IDENTITY_DIR, GRPC_IDENTITY: 'require' })).toMatchObject({
      certificates: 'problem',
    });
  });

  it('names an invalid setting', async () => {
    expect(await levels({ PUBLIC_URL: 'nonsense' })).toEqual({ settings: 'problem' });
  });

  it('reports events that were given up and events that wait too long', async () => {
    const source = createDataSource({ url: database.url, applicationName: 'test' });
    const db = new Database(await source.initialize());
    await db.query(
      `INSERT INTO dead_letter (id, consumer, message_id, subject, envelope, error, deliveries)
       VALUES (gen_random_uuid(), 'c', 'm', 's', '{}', 'e', 5)`,
    );
    await db.query(
      `INSERT INTO outbox (id, subject, payload, correlation_id, occurred_at)
       VALUES (gen_random_uuid(), 's', '{}', 'c', now() - interval '10 minutes')`,
    );
    await source.destroy();
    expect(await levels()).toMatchObject({ 'dead letters': 'problem', outbox: 'problem' });
  });

  it.each([
    ['http://localhost:8080', 'ok'],
    ['http://[::1]:8080', 'ok'],
    // Longer than DNS allows, so that no server is asked.
    [`https://${'a'.repeat(64)}.example`, 'warning'],
  ])('looks up the host of %s', async (url, level) => {
    expect(await checkPublicUrl(url)).toMatchObject({ name: 'public address', level });
  });

  it('warns 14 days before a certificate expires', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'casement-doctor-'));
    try {
      const authority = await LocalAuthority.create();
      const validMs = 30 * 86_400_000;
      writeIdentity(folder, await authority.issue({ uris: ['spiffe://casement/auth'], validMs }));
      const after = async (days: number) => {
        const found = await checkCertificates(folder, Date.now() + days * 86_400_000);
        return found.find(({ name }) => name === 'certificate tls.crt')!.level;
      };
      expect([await after(1), await after(20), await after(31)]).toEqual([
        'ok',
        'warning',
        'problem',
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('names an unreadable certificate and still checks the others', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'casement-doctor-'));
    try {
      expect(await checkCertificates(folder)).toMatchObject([
        { name: 'certificates', level: 'problem', found: `none in ${folder}` },
      ]);
      const authority = await LocalAuthority.create();
      writeIdentity(folder, await authority.issue({ uris: ['spiffe://casement/auth'] }));
      writeFileSync(join(folder, 'tls.crt'), 'garbage');
      expect(await checkCertificates(folder)).toMatchObject([
        { name: 'certificate ca.crt', level: 'ok' },
        { name: 'certificate tls.crt', level: 'problem', remedy: expect.stringContaining(folder) },
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('reports a folder of certificates that does not exist', async () => {
    expect(await checkCertificates('/nonexistent/identity')).toMatchObject([
      { name: 'certificates', level: 'problem', remedy: expect.stringContaining('IDENTITY_DIR') },
    ]);
  });
});
