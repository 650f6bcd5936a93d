import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { jetstreamManager } from '@nats-io/jetstream';
import { Database } from '@casement/common/data/database/database.js';
import { newId } from '@casement/common/data/database/new-id.js';
import { NatsNames } from '@casement/proto/access/nats-names.js';
import { Nats } from '@casement/common/messaging/nats.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import { testApp } from '@casement/common/testing/test-app.js';
import { testNats } from '@casement/common/testing/test-nats.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { DedicatedNats } from '@casement/local/testing/dedicated-nats.js';
import { paid, sample } from './sample/sample.service.js';

describe('NATS address with tls://', () => {
  it('is refused if the server offers no TLS', async () => {
    const server = await DedicatedNats.start();
    const nats = await testNats(server.url);
    const tls = server.url.replace('nats://', 'tls://');
    const env = { ...nats.env, NATS_URL: tls };
    const app = await testApp(sample, { nats, env, withoutNats: true });
    const { body } = await app.http.get('/health/ready').expect(503);
    expect(body.checks).toMatchObject({ nats: 'failed', database: 'ok' });
    expect(app.get(Nats).connected).toBe(false);
    await app.close();
    await nats.close();
    await server.close();
  });

  it('sends no plaintext, in particular no credentials', async () => {
    const received: string[] = [];
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.on('data', (data) => received.push(data.toString()));
      socket.on('error', () => undefined);
      socket.write('INFO {"server_id":"a","version":"2.10.0","proto":1,"max_payload":1048576}\r\n');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const url = `tls://casement:hunter2@127.0.0.1:${port}`;
    const nats = await testNats();
    const app = await testApp(sample, { nats, env: { NATS_URL: url }, withoutNats: true });
    await waitFor(() => connections >= 2);
    await app.close();
    await nats.close();
    server.close();
    expect(received).toEqual([]);
  });
});

describe('service that cannot publish', () => {
  it('stays ready but reports events as failed until the stream accepts them again', async () => {
    const server = await DedicatedNats.start();
    const nats = await testNats(server.url);
    const app = await testApp(sample, { nats });
    const checks = async () =>
      (await app.http.get('/health/ready').expect(200)).body.checks as Record<string, string>;
    await waitFor(async () => (await app.http.get('/health/ready')).status === 200);
    const { stream } = new NatsNames(nats.namespace);
    const manager = await jetstreamManager(nats.connection);
    const { config } = await manager.streams.info(stream);
    const sealed = { ...config, sealed: true };
    await manager.streams.update(stream, sealed);
    await app
      .get(Database)
      .transaction((tx) => app.get(Outbox).add(tx, 'billing.topup.paid.v1', paid(newId())));
    await waitFor(async () => (await checks()).events === 'failed');
    expect(await checks()).toMatchObject({ nats: 'ok', edge: 'ok' });
    await app.http.get('/health/live').expect(200);

    await manager.streams.delete(stream);
    await waitFor(async () => (await checks()).events === 'ok');
    await app.close();
    await nats.close();
    await server.close();
  });

  it('is not ready while the cluster has no leader', async () => {
    // Two of the three servers are missing, so it accepts connections but stores nothing.
    const server = await DedicatedNats.start([
      'server_name: one',
      'cluster { name: lone, listen: "127.0.0.1:-1", routes: ["nats://127.0.0.1:9", "nats://127.0.0.1:10"] }',
    ]);
    const app = await testApp(sample, { env: { NATS_URL: server.url }, withoutNats: true });
    await waitFor(() => app.get(Nats).connected);
    const { body } = await app.http.get('/health/ready').expect(503);
    expect(body.checks).toMatchObject({ nats: 'ok', events: 'failed' });
    await app.close();
    await server.close();
  });
});
