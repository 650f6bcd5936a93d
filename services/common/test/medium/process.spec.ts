import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { commonMigrations } from '@casement/common/data/database/common-migrations.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { testDatabase, type TestDatabase } from '@casement/common/testing/test-database.js';
import { freePort } from '@casement/common/testing/free-port.js';
import { testNats, type TestNats } from '@casement/common/testing/test-nats.js';
import { waitFor } from '@casement/common/testing/wait-for.js';

const SCRIPT = join(__dirname, '../support/tiny-service.mjs');

interface Run {
  child: ChildProcess;
  output(): string;
  exited: Promise<number | null>;
}

/** Tests the built package as a process. Requires `tsc -b`, like the test run. */
describe('service process', () => {
  let database: TestDatabase;
  let nats: TestNats;
  let env: Record<string, string>;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    database = await testDatabase([]);
    nats = await testNats();
    env = {
      PATH: process.env['PATH'] ?? '',
      HTTP_PORT: String(await freePort()),
      DRAIN_MS: '0',
      DATABASE_URL: database.url,
      AUTH_JWKS_URL: 'http://127.0.0.1:9/internal/jwks.json',
      ...nats.env,
    };
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await nats.close();
    await database.close();
  });

  const run = (command: string, overrides: Record<string, string> = {}): Run => {
    const args = command.split(' ');
    const child = spawn(process.execPath, [SCRIPT, ...args], { env: { ...env, ...overrides } });
    children.push(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    }
    const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
    return { child, output: () => text, exited };
  };

  it('refuses to start with an invalid environment, names the errors and hides the values', async () => {
    const bad = { DATABASE_URL: 'mysql://root:hunter2@db', LOG_LEVEL: 'hunter3' };
    const { exited, output } = run('start', bad);
    expect(await exited).toBe(1);
    expect(output()).toBe(
      'tiny could not start: The configuration is not usable: ' +
        'DATABASE_URL must be a postgres:// address; ' +
        'LOG_LEVEL must be one of trace, debug, info, warn, error, silent.\n',
    );
  });

  it('reports a missing database in one sentence', async () => {
    const port = await freePort();
    const { exited, output } = run('start', {
      DATABASE_URL: `postgres://nobody:hunter2@127.0.0.1:${port}/nothing`,
    });
    expect(await exited).toBe(1);
    expect(output()).toMatch(/^tiny could not start: .*ECONNREFUSED.*\n$/);
    expect(output()).not.toContain('hunter2');
  });

  it('migrates, starts, finishes the request in progress at SIGTERM and exits with 0', async () => {
    const migration = run('migrate');
    expect(await migration.exited).toBe(0);
    expect(migration.output()).toBe(`tiny: ${commonMigrations.length} migrations applied\n`);

    const { child, exited, output } = run('start');
    const at = (path: string) => `http://127.0.0.1:${env['HTTP_PORT']}${path}`;
    await waitFor(async () => (await fetch(at('/health/ready'))).ok);
    const answer = fetch(at('/api/slow'));
    await waitFor(() => output().includes('slow request begun'));
    child.kill('SIGTERM');
    expect(await (await answer).json()).toMatchObject({ data: 'done' });
    expect(await exited).toBe(0);
    await expect(fetch(at('/health/live'))).rejects.toThrow();
  });

  it('serves requests while draining, not ready and without keep-alive', async () => {
    expect(await run('migrate').exited).toBe(0);
    // Practically unlimited drain; the test ends it with a second signal.
    const { child, exited, output } = run('start', { DRAIN_MS: '60000' });
    const agent = new Agent({ keepAlive: true });
    const ask = async (path: string) => {
      const request = get({ host: '127.0.0.1', port: env['HTTP_PORT'], path, agent });
      const [answer] = (await once(request, 'response')) as [IncomingMessage];
      await answer.toArray();
      return { status: answer.statusCode, connection: answer.headers.connection };
    };
    await waitFor(async () => (await ask('/health/ready')).status === 200);
    expect(await ask('/api/slow')).toEqual({ status: 200, connection: 'keep-alive' });

    child.kill('SIGTERM');
    await waitFor(() =>
      ask('/health/ready').then(
        () => false,
        () => true,
      ),
    );
    expect(await ask('/health/live')).toEqual({ status: 200, connection: 'close' });
    // Each request needs a new connection because the server closed the previous one.
    expect(await ask('/api/slow')).toEqual({ status: 200, connection: 'close' });

    const startOffset = output().length;
    const last = ask('/api/slow');
    await waitFor(() => output().slice(startOffset).includes('slow request begun'));
    child.kill('SIGTERM');
    expect(await last).toMatchObject({ status: 200 });
    expect(await exited).toBe(0);
    agent.destroy();
  });

  it('lists its dead letters and marks them for replay', async () => {
    expect(await run('migrate').exited).toBe(0);
    const id = newId();
    await database.query(
      `INSERT INTO dead_letter (id, consumer, message_id, subject, envelope, error, deliveries)
       VALUES ($1, 'tiny:a', 'm1', 'a', '{}', 'Error: bad luck', 8)`,
      [id],
    );
    const deadLetters = async (command: string) => {
      const { exited, output } = run(`dead-letters ${command}`);
      return { code: await exited, text: output() };
    };
    const list = async () => JSON.parse((await deadLetters('list')).text) as unknown[];
    expect(await list()).toEqual([
      expect.objectContaining({
        id,
        subject: 'a',
        error: 'Error: bad luck',
        replayRequestedAt: null,
      }),
    ]);

    expect(await deadLetters(`replay ${newId()}`)).toEqual({
      code: 0,
      text: '0 marked for replay\n',
    });
    expect(await deadLetters(`replay ${id}`)).toEqual({ code: 0, text: '1 marked for replay\n' });
    expect(await deadLetters('replay all')).toEqual({ code: 0, text: '1 marked for replay\n' });
    expect(await list()).toEqual([
      expect.objectContaining({ id, replayRequestedAt: expect.any(String) }),
    ]);

    const refused = await deadLetters('replay everything');
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('usage: dead-letters list | replay <id> | replay all');
  });
});
