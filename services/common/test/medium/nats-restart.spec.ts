import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { EdgeState } from '@casement/common/messaging/edge/edge-state.js';
import { EdgeWriter } from '@casement/common/messaging/edge/edge-writer.js';
import { Nats } from '@casement/common/messaging/nats.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import { testApp, type TestApp } from '@casement/common/testing/test-app.js';
import { testNats, type TestNats } from '@casement/common/testing/test-nats.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { DedicatedNats } from '@casement/local/testing/dedicated-nats.js';
import { paid, sample } from './sample/sample.service.js';

describe('NATS crash and restart', () => {
  let server: DedicatedNats;
  let nats: TestNats;
  let app: TestApp;
  beforeAll(async () => {
    server = await DedicatedNats.start();
    nats = await testNats(server.url);
    app = await testApp(sample, { nats, env: { TRUSTED_PROXIES: '127.0.0.1' } });
  });
  afterAll(async () => {
    await app.close();
    await nats.close();
    await server.close();
  });

  const add = (id: string) =>
    app
      .get(Database)
      .transaction((tx) => app.get(Outbox).add(tx, 'billing.topup.paid.v1', paid(id)));
  const credits = async (prefix: string) =>
    (await app.database.query(`SELECT 1 FROM credit WHERE topup_id LIKE $1`, [`${prefix}%`]))
      .length;

  it('lets every event take effect exactly once', async () => {
    const run = newId();
    let added = 0;
    const adding = (async () => {
      for (; added < 60; added += 1) await add(`${run}/${added}`);
    })();
    await waitFor(async () => (await credits(run)) > 5);
    await server.kill();
    await adding;
    await server.restart();
    await waitFor(async () => (await credits(run)) >= 60);
    expect(await credits(run)).toBe(60);
  });

  it('stays ready during an outage, keeps the edge state in force and follows it afterwards', async () => {
    const edge = app.get(EdgeState);
    await app.get(EdgeWriter).block({ ip: '203.0.113.5' });
    await waitFor(() => edge.isBlocked('203.0.113.5'));

    await app.http.get('/health/ready').expect(200);
    await server.kill();
    await waitFor(() => !app.get(Nats).connected);
    expect(edge.isBlocked('203.0.113.5')).toBe(true);
    const from = { 'X-Real-IP': '203.0.113.5' };
    await app.http.get('/api/sample/open').set(from).expect(403);
    const { body } = await app.http.get('/health/ready').expect(200);
    expect(body.checks).toMatchObject({ nats: 'failed', database: 'ok' });
    await app.http.get('/health/live').expect(200);

    await server.restart();
    await waitFor(() => app.get(Nats).connected);
    expect(edge.isBlocked('203.0.113.5')).toBe(true);
    await app.get(EdgeWriter).block({ ip: '203.0.113.6' });
    await app.get(EdgeWriter).unblock('203.0.113.5');
    await waitFor(() => edge.isBlocked('203.0.113.6') && !edge.isBlocked('203.0.113.5'));
    await app.http.get('/health/ready').expect(200);
  });

  it('continues events and rebuilds the edge state after the loss of its files', async () => {
    const edge = app.get(EdgeState);
    const writer = app.get(EdgeWriter);
    const blocks = [{ ip: '203.0.113.8' }];
    writer.rebuildOnReconnect(async () => {
      await writer.writeBlocks(blocks);
      const read = (ip: string) => Promise.resolve(blocks.find((block) => block.ip === ip) ?? null);
      for await (const ips of writer.blockedRanges(10)) {
        for (const ip of ips) await writer.writeBlock(ip, () => read(ip));
      }
    });
    await waitFor(() => edge.isBlocked('203.0.113.8') && !edge.isBlocked('203.0.113.6'));
    await server.kill();
    await waitFor(() => !app.get(Nats).connected);
    const before = newId();
    await add(before);
    await server.startEmpty();
    await waitFor(async () => (await credits(before)) === 1);
    const after = newId();
    await add(after);
    await waitFor(async () => (await credits(after)) === 1);
    // Adds the row before the bucket entry, like the owner does; otherwise a late rebuild would remove the block.
    blocks.push({ ip: '203.0.113.9' });
    await writer.block({ ip: '203.0.113.9' });
    await waitFor(() => edge.isBlocked('203.0.113.8') && edge.isBlocked('203.0.113.9'));
  });

  it('lets a service start without NATS, not ready until NATS is available', async () => {
    await server.kill();
    const { database, tokens } = app;
    const lateApp = await testApp(sample, { nats, database, tokens, withoutNats: true });
    await lateApp.http.get('/health/live').expect(200);
    await lateApp.http.get('/health/ready').expect(503);
    // The block list is not loaded yet, so every request is refused unless its route verifies other credentials.
    const { body } = await lateApp.http.get('/api/sample/open').expect(503);
    expect(body.code).toBe('UNAVAILABLE');
    await lateApp.http.get('/api/sample/agent/right').expect(200);

    await server.restart();
    await waitFor(async () => (await lateApp.http.get('/health/ready')).status === 200);
    await lateApp.http.get('/api/sample/open').expect(200);
    await lateApp.close();
  });

  it('lets a service stop that never reached NATS', async () => {
    await server.kill();
    const { database, tokens } = app;
    const lateApp = await testApp(sample, { nats, database, tokens, withoutNats: true });
    await lateApp.close();
    await expect(fetch(`${lateApp.url}/health/live`)).rejects.toThrow();
    await server.restart();
  });
});
