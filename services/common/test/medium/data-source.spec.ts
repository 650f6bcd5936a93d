import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { connectedDataSource } from '@casement/common/data/database/data-source.js';
import { configureLogging } from '@casement/common/core/logging/logger.js';
import { testDatabase, type TestDatabase } from '@casement/common/testing/test-database.js';

describe(connectedDataSource.name, () => {
  let database: TestDatabase;
  let server: Server;
  let connections = 0;

  beforeAll(async () => {
    configureLogging('test', 'silent');
    database = await testDatabase([]);
    const { hostname, port } = new URL(database.url);
    server = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      // The first connection is accepted but gets no response.
      if (connections === 1) return;
      const postgres = connect(Number(port), hostname);
      postgres.on('error', () => undefined);
      socket.pipe(postgres).pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    server.close();
    await database.close();
  });

  it('waits for a database that is slow to respond', async () => {
    const url = new URL(database.url);
    url.port = String((server.address() as AddressInfo).port);
    const source = await connectedDataSource({ url: url.href, applicationName: 'slow' });
    expect(await source.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(connections).toBe(2);
    await source.destroy();
  });
});
