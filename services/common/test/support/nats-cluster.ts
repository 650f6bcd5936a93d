import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { DedicatedNats } from '@casement/local/testing/dedicated-nats.js';

/** Several nats-servers on loopback that form a cluster. */
export class NatsCluster {
  private constructor(readonly servers: readonly DedicatedNats[]) {}

  static async start(size: number): Promise<NatsCluster> {
    // JetStream takes the number of routes as the cluster size, so all must be known before the first server starts.
    const ports = await freePorts(size);
    const routes = ports.map((port) => `"nats://127.0.0.1:${port}"`).join(', ');
    const cluster = new NatsCluster(
      await Promise.all(
        ports.map((port, index) =>
          DedicatedNats.start([
            `server_name: n${index}`,
            `cluster { name: casement, listen: "127.0.0.1:${port}", routes: [${routes}] }`,
          ]),
        ),
      ),
    );
    await cluster.elected();
    return cluster;
  }

  /** Resolves once the servers have elected a leader and JetStream responds. */
  private async elected(): Promise<void> {
    const connection = await connect({ servers: this.url.split(',') });
    const answers = () => jetstreamManager(connection, { timeout: 1_000 });
    await waitFor(() => answers().then(Boolean, () => false), { timeoutMs: 30_000 });
    await connection.close();
  }

  /** Value for NATS_URL. */
  get url(): string {
    return this.servers.map(({ url }) => url).join(',');
  }

  server(name: string): DedicatedNats {
    return this.servers[Number(name.slice(1))];
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.close()));
  }
}

async function freePorts(count: number): Promise<number[]> {
  const held = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(held.map((server) => once(server, 'listening')));
  const ports = held.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(held.map((server) => new Promise((done) => server.close(done))));
  return ports;
}
