import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { repositoryRoot } from '@casement/local/paths.js';
import { MACHINES, type Machines } from './machines.js';
import type { BrowserSession } from './person.js';

const PAGE_SCRIPT = readFileSync(join(repositoryRoot, 'deploy/demo/page.js'), 'utf8');

/** Page of a sign-in link. The script is separate because the token must not become part of a script's text. */
const signInPage = (token: string): string => `<!doctype html>
<html lang="en"><head><title>Casement demo</title><meta name="casement-demo-token" content="${token}"></head>
<body><p>Signing in…</p><script src="/demo/sign-in.js"></script></body></html>`;

const SIGN_IN_SCRIPT = `
const { content } = document.querySelector('meta[name="casement-demo-token"]');
localStorage.setItem('accessToken', content);
const { admin } = JSON.parse(atob(content.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')));
// After two weeks of business the checklist of the first run is no longer shown.
localStorage.setItem('casement-first-run', 'hidden');
location.replace(admin === 1 ? '/admin' : '/dashboard');
`;

const USED_PAGE = `<!doctype html>
<html lang="en"><head><title>Casement demo</title></head>
<body><p>This link works only once. Sign in as <b>sari</b> with the password that <code>make demo</code> printed, or start
the demo again for new links.</p></body></html>`;

/**
 * Serves the demo's address on loopback: forwards everything to the gateway, adds the demo's banner to pages, and
 * answers the two sign-in links. The product itself has no such links and no banner.
 */
export class Front {
  private readonly links = new Map<string, () => Promise<BrowserSession>>();
  private readonly server: Server;
  private readonly gateway: URL;
  private readonly pageScript: string;

  constructor(
    gateway: string,
    private readonly machines: Machines,
    sandboxUrl: string,
  ) {
    this.gateway = new URL(gateway);
    this.pageScript = PAGE_SCRIPT.replace('SANDBOX_URL', sandboxUrl);
    this.server = createServer((request, response) => {
      this.answer(request, response).catch(() => response.destroy());
    });
    this.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      this.tunnel(request, socket, head),
    );
  }

  /** @param port 0 picks a free port @returns the port in use */
  async listen(port: number): Promise<number> {
    this.server.listen(port, 'localhost');
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  /** Returns the path of a link that signs in once. */
  addLink(signIn: () => Promise<BrowserSession>): string {
    const secret = randomBytes(16).toString('base64url');
    this.links.set(secret, signIn);
    return `/demo/sign-in/${secret}`;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?')[0] ?? '/';
    if (!path.startsWith('/demo/')) return this.pass(request, response);
    if (path === '/demo/page.js') return send(response, 'text/javascript', this.pageScript);
    if (path === '/demo/sign-in.js') return send(response, 'text/javascript', SIGN_IN_SCRIPT);
    if (path === '/demo/vps') {
      const vps = { address: await this.machines.offer(), password: MACHINES.rootPassword };
      return send(response, 'application/json', JSON.stringify(vps));
    }
    await this.signIn(path, response);
  }

  private async signIn(path: string, response: ServerResponse): Promise<void> {
    const secret = path.slice('/demo/sign-in/'.length);
    const signIn = this.links.get(secret);
    if (!this.links.delete(secret) || !signIn) return send(response, 'text/html', USED_PAGE, 410);
    const { token, cookies } = await signIn();
    response.setHeader('set-cookie', cookies);
    send(response, 'text/html', signInPage(token));
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
    const headers = { ...request.headers };
    // The banner is added to readable pages only.
    if (isPage) delete headers['accept-encoding'];
    const upstream = await new Promise<IncomingMessage>((resolve, reject) => {
      const { hostname, port } = this.gateway;
      const { method, url: path } = request;
      request.pipe(
        forward({ hostname, port, method, path, headers }, resolve).once('error', reject),
      );
    });
    const isHtml = upstream.headers['content-type']?.startsWith('text/html');
    if (!isPage || !isHtml || upstream.headers['content-encoding']) {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.pipe(response);
      upstream.once('error', () => response.destroy());
      return;
    }
    const html = (await buffer(upstream)).toString();
    const body = html.replace('</body>', '<script src="/demo/page.js"></script></body>');
    const kept = { ...upstream.headers };
    delete kept['content-length'];
    delete kept.etag;
    response.writeHead(upstream.statusCode ?? 200, kept);
    response.end(body);
  }

  private tunnel(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const upstream = connect(Number(this.gateway.port), this.gateway.hostname, () => {
      const lines = [`${request.method} ${request.url} HTTP/1.1`];
      for (let n = 0; n < request.rawHeaders.length; n += 2) {
        lines.push(`${request.rawHeaders[n]}: ${request.rawHeaders[n + 1]}`);
      }
      upstream.write(`${lines.join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.once('error', () => socket.destroy());
    socket.once('error', () => upstream.destroy());
  }
}

function send(response: ServerResponse, type: string, body: string, status = 200): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  response.end(body);
}
