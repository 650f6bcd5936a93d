import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Behavior of an origin for one request. The default is to return the chunk unchanged. */
export type Behaviour = (answer: OriginAnswer) => Promise<void> | void;

interface OriginAnswer {
  request: IncomingMessage;
  response: ServerResponse;
  /** Requested chunk. */
  bytes: Buffer;
  /** Number of earlier requests. */
  before: number;
  give(bytes: Buffer, status?: number): void;
}

/** Web server over the folder of a chunk store, on a separate address. Records its requests. */
export class OriginServer {
  readonly requests: { url: string; authorization: string | undefined }[] = [];
  /** Bytes of chunks sent. */
  sent = 0;
  behave: Behaviour = ({ bytes, give }) => give(bytes);

  private constructor(
    private readonly folder: string,
    private readonly server: Server,
  ) {}

  static async start(folder: string, host: string): Promise<OriginServer> {
    const server = createServer();
    const origin = new OriginServer(folder, server);
    server.on('request', (request, response) => void origin.serve(request, response));
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    return origin;
  }

  get url(): string {
    const { address, port } = this.server.address() as AddressInfo;
    return `http://${address}:${port}/`;
  }

  /** Stops listening and aborts all responses. */
  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const before = this.requests.length;
    const { authorization } = request.headers;
    this.requests.push({ url: request.url ?? '', authorization });
    const { pathname } = new URL(request.url ?? '/', 'http://origin');
    const bytes = await readFile(join(this.folder, pathname)).catch(() => null);
    if (!bytes) return void response.writeHead(404).end();
    const give = (body: Buffer, status = 200) => {
      if (status === 200) this.sent += body.length;
      response.writeHead(status, { 'content-length': body.length }).end(body);
    };
    await this.behave({ request, response, bytes, before, give });
  }
}

const EMPTY = Buffer.alloc(0);

export const answers =
  (status: number): Behaviour =>
  ({ give }) =>
    give(EMPTY, status);

/** Sends half of the chunk and then stops the server. */
export const diesAt =
  (count: number, origin: OriginServer): Behaviour =>
  ({ bytes, before, give, response }) => {
    if (before < count) return give(bytes);
    response.writeHead(200, { 'content-length': bytes.length });
    response.write(bytes.subarray(0, bytes.length >> 1), () => origin.close());
  };

/** Sends data that zstd cannot unpack. */
export const garbles: Behaviour = ({ bytes, give }) => {
  const wrong = Buffer.from(bytes);
  wrong[wrong.length >> 1] ^= 1;
  give(wrong);
};

/** Sends a few bytes and then almost stalls. */
export const crawls: Behaviour = async ({ bytes, response }) => {
  response.writeHead(200, { 'content-length': bytes.length });
  for (let at = 0; at < bytes.length && !response.destroyed; at += 100) {
    response.write(bytes.subarray(at, at + 100));
    await wait(100);
  }
};
