import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { survivingProcesses, readRun } from '@casement/local/processes/run-file.js';
import { startTestServers } from '../src/testing/test-servers.js';

/** The other medium tests depend on these servers. This one reports clearly if they are missing. */
describe('test servers', () => {
  it('offer a real PostgreSQL in which a test may create a database', async () => {
    const client = new pg.Client({ connectionString: process.env['TEST_POSTGRES_URL'] });
    await client.connect();
    const name = `probe_${process.pid}`;
    await client.query(`CREATE DATABASE ${name}`);
    await client.query(`DROP DATABASE ${name}`);
    const { rows } = await client.query<{ n: string }>(
      "SELECT current_setting('max_connections') AS n",
    );
    await client.end();
    expect(Number(rows[0].n)).toBeGreaterThanOrEqual(300);
  });

  it('offer a real nats-server with JetStream', async () => {
    const connection = await connect({ servers: process.env['TEST_NATS_URL']! });
    const streams = await jetstreamManager(connection);
    const info = await streams.streams.add({ name: 'probe', subjects: ['probe.>'] });
    await streams.streams.delete('probe');
    await connection.close();
    expect(info.config.subjects).toEqual(['probe.>']);
  });

  it('are removed by the next run if their own run was killed', async () => {
    const program = join(__dirname, 'fixtures/killed-test-run.mjs');
    const killed = spawnSync(process.execPath, [program], { encoding: 'utf8' });
    expect(killed.signal).toBe('SIGKILL');
    const run = readRun(join(killed.stdout, 'run.json'));
    // PgBouncer is also running if it is installed.
    const left = survivingProcesses(run!).map(({ name }) => name);
    expect(left).toEqual(expect.arrayContaining(['nats', 'postgres']));
    expect(left).toHaveLength(process.env['TEST_POOLER_URL'] ? 3 : 2);

    const next = await startTestServers();
    expect(survivingProcesses(run!)).toEqual([]);
    expect(existsSync(killed.stdout)).toBe(false);
    await next.stop();
  });
});
