import { connect, createServer, type Server } from 'node:net';

/** Proxy that records all traffic, as an eavesdropper could. */
export class RecordingProxy {
  private readonly chunks: Buffer[] = [];
  private readonly server: Server;

  constructor(target: { host: string; port: number }) {
    this.server = createServer((client) => {
      const server = connect(target);
      for (const [from, to] of [
        [client, server],
        [server, client],
      ] as const) {
        from.on('data', (chunk: Buffer) => this.chunks.push(chunk));
        from.on('error', () => to.destroy());
        from.pipe(to);
      }
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return (this.server.address() as { port: number }).port;
  }

  get recorded(): Buffer {
    return Buffer.concat(this.chunks);
  }

  close(): void {
    this.server.close();
  }
}
