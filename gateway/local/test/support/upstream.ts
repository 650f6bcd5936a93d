import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

/** Request as received by the upstream, which returns this object as its response. */
export interface ReceivedRequest {
  name: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  rawHeaders: string[];
  body: string;
}

/** Test upstream that returns the request it received. The request header `x-do` selects other behavior. */
export class Upstream {
  readonly logged: unknown[] = [];
  /** Request headers of each log post. */
  readonly logHeaders: IncomingHttpHeaders[] = [];
  /** Whether /health/ready succeeds. */
  ready = true;
  /** Accepts every request and closes the connection without a response. */
  hangsUp = false;
  /** Method of each request, except readiness checks. */
  readonly methods: string[] = [];
  /** Number of responses whose caller disconnected before the end, plus closed WebSockets. */
  left = 0;
  /** Responses waiting because of `x-do: hold`. */
  readonly held: ServerResponse[] = [];
  /** Bytes of `x-do: large` responses that the gateway has taken, or that are in the kernel's buffers. */
  taken = 0;
  /** Open upgraded connections, each with its request. */
  readonly webSockets: { socket: WebSocket; request: IncomingMessage }[] = [];
  private readonly server: Server;
  private readonly upgrader = new WebSocketServer({ noServer: true });

  constructor(private readonly name = 'echo') {
    this.server = createServer((req, res) => void this.handle(req, res).catch(() => res.destroy()));
    this.server.on('upgrade', (req, socket, head) => this.upgrade(req, socket, head));
  }

  /**
   * Listens on all addresses.
   *
   * @returns the port
   */
  async listen(port = 0): Promise<number> {
    this.server.listen(port);
    await once(this.server, 'listening');
    return this.port();
  }

  port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  dropIdle(): void {
    this.server.closeIdleConnections();
  }

  async close(): Promise<void> {
    for (const { socket } of this.webSockets) socket.terminate();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** Echoes a WebSocket's messages unless `x-do` is `fail`. */
  private upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.methods.push(req.method ?? '');
    if (req.headers['x-do'] === 'fail')
      return void socket.end(
        'HTTP/1.1 403 Forbidden\r\nX-Why: origin\r\nContent-Length: 2\r\n\r\nno',
      );
    this.upgrader.handleUpgrade(req, socket, head, (webSocket) => {
      webSocket.on('message', (data, binary) => webSocket.send(data, { binary }));
      webSocket.on('close', () => (this.left += 1));
      this.webSockets.push({ socket: webSocket, request: req });
    });
  }

  /** Sends 100 MB as fast as they are taken. */
  private sendLarge(res: ServerResponse): void {
    const part = Buffer.alloc(100_000);
    let left = 1000;
    const send = (): void => {
      if (left-- === 0) return void res.end();
      res.write(part, () => {
        this.taken += part.length;
        send();
      });
    };
    send();
  }

  private async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.url === '/health/ready') return void res.writeHead(this.ready ? 200 : 503).end();
    this.methods.push(req.method ?? '');
    if (this.hangsUp) return void req.socket.destroy();
    res.on('close', () => (this.left += res.writableFinished ? 0 : 1));
    const act = req.headers['x-do'];
    if (act === 'echo-stream') return void req.pipe(res);
    if (act === 'refuse-early') return void res.writeHead(401).end('early');
    if (act === 'hold') req.resume();
    if (act === 'hold') return void this.held.push(res);
    if (act === 'hang-up') return void req.socket.destroy();
    if (act === 'large') return void this.sendLarge(res);
    if (act === 'events') {
      res.writeHead(200, { 'content-type': 'text/event-stream' });
      res.flushHeaders();
      return void this.held.push(res);
    }
    const chunks: Buffer[] = [];
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString('latin1');
    if (req.url === '/log' || req.url === '/internal/gateway-log') {
      this.logHeaders.push(req.headers);
      this.logged.push(JSON.parse(body));
      return void res.writeHead(200).end();
    }
    if (act === 'truncate') {
      res.writeHead(200, { 'content-length': '100' });
      return void res.write('half', () => res.destroy());
    }
    if (act === 'headers') {
      res.writeHead(201, [
        ...['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-Leak', 'yes', 'X-Present', 'service'],
        ...['X-Request-Id', 'upstream', 'Connection', 'X-Hop', 'X-Hop', 'gone', 'Server', 'little'],
        ...['X-Frame-Options', 'SAMEORIGIN', 'Content-Length', '0'],
        ...['Content-Security-Policy', "script-src 'self'"],
      ]);
      return void res.end();
    }
    const { method = '', url = '', rawHeaders } = req;
    const headers = req.headers as Record<string, string>;
    const received: ReceivedRequest = { name: this.name, method, url, headers, rawHeaders, body };
    res.writeHead(act === 'fail' ? 500 : 200, { 'content-type': 'application/json' });
    res.end(JSON.stringify(received));
  }
}
