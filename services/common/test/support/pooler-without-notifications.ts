import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

const NOTIFICATION = 'A'.charCodeAt(0);

/**
 * Proxy to PostgreSQL that accepts LISTEN but never forwards a notification, like poolers that use a different
 * connection for each transaction.
 */
export class PoolerWithoutNotifications {
  connections = 0;
  open = 0;
  /** Highest number of simultaneously open connections so far. */
  most = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((client) => this.join(client));

  private constructor(private readonly target: URL) {}

  static async start(databaseUrl: string): Promise<PoolerWithoutNotifications> {
    const pooler = new PoolerWithoutNotifications(new URL(databaseUrl));
    pooler.server.listen(0, '127.0.0.1');
    await once(pooler.server, 'listening');
    return pooler;
  }

  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return url.href;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private join(client: Socket): void {
    this.connections += 1;
    this.open += 1;
    this.most = Math.max(this.most, this.open);
    client.on('close', () => (this.open -= 1));
    const server = connect(Number(this.target.port), this.target.hostname);
    let waiting = Buffer.alloc(0);
    client.pipe(server);
    server.on('data', (data) => {
      waiting = Buffer.concat([waiting, data]);
      // Message format: one byte of type, then four bytes of length including itself.
      while (waiting.length >= 5 && waiting.length > waiting.readInt32BE(1)) {
        const end = waiting.readInt32BE(1) + 1;
        if (waiting[0] !== NOTIFICATION) client.write(waiting.subarray(0, end));
        waiting = waiting.subarray(end);
      }
    });
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => other.destroy());
    }
  }
}
