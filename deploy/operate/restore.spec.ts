import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SERVICES = ['auth', 'billing', 'install', 'telegram', 'security'];

/** Records its calls. Every database has the migration m1. */
const FAKE = `#!/bin/bash
echo "$*" >>"$FOLDER/calls"
case "$*" in
*'SELECT name FROM migration'*) cat >/dev/null; echo m1 ;;
*' exec '* | *restore-images*) cat >/dev/null ;;
*'get deployments'*) printf '%b' "$DEPLOYMENTS" ;;
*'get deployment '*) echo 'secret KEY' ;;
*'get secret'*) base64 -w 0 <<<'postgres://role:password@host/database' ;;
esac`;

describe('restore.sh', () => {
  let folder: string;
  let backup: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'casement-restore-'));
    backup = join(folder, '2026-01-01T00-00-00Z');
    for (const name of [backup, join(folder, 'images/chunks'), join(folder, 'images/manifests')])
      mkdirSync(name, { recursive: true });
    for (const name of ['docker', 'kubectl'])
      writeFileSync(join(folder, name), FAKE, { mode: 0o755 });
    writeFileSync(join(backup, 'started'), '2026-01-01T00:00:00Z\n');
    for (const service of SERVICES) {
      writeFileSync(join(backup, `${service}.dump`), `dump of ${service}`);
      writeFileSync(join(backup, `${service}.migrations`), 'm1\n');
    }
    sum();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const sum = () =>
    spawnSync('sh', ['-c', 'sha256sum -- *.dump *.migrations started >SHA256SUMS'], {
      cwd: backup,
    });
  const restore = (platform: string, env: Record<string, string> = {}) => {
    const { status, stderr } = spawnSync(join(__dirname, 'restore.sh'), [platform, backup], {
      encoding: 'utf8',
      input: 'no\n',
      env: {
        PATH: `${folder}:${process.env['PATH']}`,
        FOLDER: folder,
        DEPLOYMENTS: 'auth=3=\\ninstall=2=\\n',
        ...env,
      },
    });
    return { status, stderr };
  };
  const calls = () => readFileSync(join(folder, 'calls'), 'utf8');

  it('refuses a damaged dump before it reaches the installation', () => {
    writeFileSync(join(backup, 'billing.dump'), 'damaged');
    expect(restore('compose')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/The backup is damaged/),
    });
    expect(calls).toThrow('ENOENT');
  });

  it('refuses a backup of another version and names the service', () => {
    writeFileSync(join(backup, 'install.migrations'), 'm1\nm2\n');
    sum();
    const { status, stderr } = restore('compose', { YES: 'yes' });
    expect(status).toBe(1);
    expect(stderr).toMatch(/another version of install\. Install that version/);
    expect(calls()).not.toMatch(/ stop |DROP OWNED/);
  });

  it('leaves the databases unchanged without a confirmation', () => {
    expect(restore('compose').status).toBe(1);
    expect(calls()).not.toMatch(/ stop |DROP OWNED/);
  });

  it('replaces every database, republishes recent events and checks the services', () => {
    expect(restore('compose', { YES: 'yes' }).status).toBe(0);
    const lines = calls()
      .split('\n')
      .map((line) => line.replace(/^compose .*compose\.yaml /, ''));
    const at = (text: string) => lines.findIndex((line) => line.includes(text));
    for (const service of SERVICES) {
      const role = `PGUSER=${service} -e PGDATABASE=${service} postgres`;
      const order = [
        at('stop gateway'),
        at('rm -sf nats'),
        at(`${role} psql -qXAt -v ON_ERROR_STOP=1 -c DROP OWNED`),
        at(`${role} pg_restore --exit-on-error --single-transaction`),
        at(`${role} psql -qXAt -v ON_ERROR_STOP=1 -c UPDATE outbox`),
        at('install dist/cli/restore-images.js'),
        lines.lastIndexOf('up --wait'),
        at('billing dist/verify.js'),
        at(`${service} dist/doctor.js`),
      ];
      expect(order).toEqual([...order].sort((a, b) => a - b));
      expect(order).not.toContain(-1);
    }
  });

  const scaled = () => calls().match(/(?<=scale deployment ).*/g);

  it('empties NATS between stopping a release and replacing databases, and restores its replica count', () => {
    const EMPTY_NATS = 'docker empty nats';
    expect(restore('kubernetes', { YES: 'yes', EMPTY_NATS }).status).toBe(0);
    expect(scaled()).toEqual([
      ...['auth --replicas=0', 'install --replicas=0', 'install --replicas=1'],
      ...['auth --replicas=3', 'install --replicas=2'],
    ]);
    expect(calls()).toMatch(/--replicas=0[^]*wait --for=delete[^]*empty nats[^]*DROP OWNED/);
    expect(calls().match(/DROP OWNED/g)).toHaveLength(5);
    expect(calls()).toMatch(/exec -i deploy\/install -c install -- node dist\/cli\/restore-images/);
    expect(calls()).not.toContain('password');
  });

  it.each([
    ['the operator does not confirm it', {}],
    ['the command fails', { EMPTY_NATS: 'false' }],
  ])('starts a release again and replaces nothing if NATS is not emptied: %s', (_case, env) => {
    expect(restore('kubernetes', { YES: 'yes', ...env })).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/No database was replaced/),
    });
    expect(scaled()?.slice(2)).toEqual(['auth --replicas=3', 'install --replicas=2']);
    expect(calls()).not.toContain('DROP OWNED');
  });

  it('starts the replicas from before a restore that stopped early', () => {
    const env = { YES: 'yes', EMPTY_NATS: 'true', DEPLOYMENTS: 'auth=0=3\\ninstall=1=2\\n' };
    expect(restore('kubernetes', env).status).toBe(0);
    expect(calls()).toContain('annotate deployment auth --overwrite casement.io/replicas=3');
    expect(scaled()?.slice(-2)).toEqual(['auth --replicas=3', 'install --replicas=2']);
  });

  it('refuses a release that someone has scaled to 0, because it would start nothing', () => {
    const env = { YES: 'yes', EMPTY_NATS: 'true', DEPLOYMENTS: 'auth=0=\\ninstall=0=\\n' };
    expect(restore('kubernetes', env)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/kubectl scale/),
    });
    expect(calls()).not.toContain('DROP OWNED');
  });
});

describe('platform.sh', () => {
  it.each([
    [
      'postgres://auth:p%40ss%2Fw@db.example:6432/auth?sslmode=verify-full',
      'auth p@ss/w db.example 6432 auth require',
    ],
    ['postgresql://auth:pw@db/auth?sslmode=disable', 'auth pw db 5432 auth'],
    ['postgres://auth:pw@db/auth', 'auth pw db 5432 auth'],
  ])('passes the address %s to the programs of PostgreSQL', (url, expected) => {
    const command = `. '${join(__dirname, 'platform.sh')}' && secret_of() { [ "$2" = DATABASE_DIRECT_URL ] || printenv URL; } && connection auth`;
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-euc', command, '', 'kubernetes'], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], URL: url },
    });
    expect(stderr).toBe('');
    expect(
      stdout
        .trim()
        .replaceAll(/^PG\w+=/gm, '')
        .split('\n')
        .join(' '),
    ).toBe(expected);
  });
});
