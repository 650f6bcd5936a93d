import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { waitFor } from '@casement/common/testing/wait-for.js';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
  event: { type: string; timestamp: string; data: Record<string, unknown> };
}

type Answer = (response: ServerResponse, received: Received) => void;

export const answered =
  (status: number, body = '', headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body);

/** Webhook endpoint of a user. Records deliveries and responds as the test requests. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  /** Responses by path. The default is 204. */
  readonly answers = new Map<string, Answer>();

  private constructor(
    private readonly server: Server,
    readonly host: string,
  ) {}

  static async start(host = '127.0.0.10'): Promise<WebhookReceiver> {
    const server = createServer();
    server.listen(0, host);
    await once(server, 'listening');
    const receiver = new WebhookReceiver(server, host);
    server.on('request', (request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const body = Buffer.concat(pieces).toString();
        const { url: path = '', headers } = request;
        const event = JSON.parse(body) as Received['event'];
        const one = { path, headers, body, at: Date.now(), event };
        receiver.received.push(one);
        (receiver.answers.get(path) ?? answered(204))(response, one);
      });
    });
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  url(path: string, host = this.host): string {
    return `http://${host}:${this.port}${path}`;
  }

  at(path: string): Received[] {
    return this.received.filter((one) => one.path === path);
  }

  /** Waits until this number of deliveries has arrived at the path. */
  async wait(path: string, count = 1): Promise<Received[]> {
    await waitFor(() => this.at(path).length >= count);
    return this.at(path);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** Verifies a delivery with the library that receivers use. @throws if the signature or the time is wrong */
export const verified = ({ body, headers }: Received, secret: string): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);
