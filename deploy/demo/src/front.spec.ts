import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Front } from './front.js';
import type { Machines } from './machines.js';

const asPage = { headers: { accept: 'text/html' } };

describe('front of the demo', () => {
  let gateway: Server;
  let front: Front;
  let base: string;

  beforeAll(async () => {
    gateway = createServer((request, response) => {
      const isPage = request.url === '/';
      response.setHeader('content-type', isPage ? 'text/html; charset=utf-8' : 'application/json');
      response.end(isPage ? '<html><body>Casement</body></html>' : JSON.stringify(request.headers));
    }).listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    const { port } = gateway.address() as AddressInfo;
    const machines = { offer: () => Promise.resolve('127.30.0.9') } as unknown as Machines;
    front = new Front(`http://127.0.0.1:${port}`, machines, 'http://localhost:8090');
    base = `http://localhost:${await front.listen(0)}`;
  });
  afterAll(() => {
    front.close();
    gateway.close();
  });

  it('adds the banner to pages only', async () => {
    const page = await (await fetch(`${base}/`, asPage)).text();
    expect(page).toBe('<html><body>Casement<script src="/demo/page.js"></script></body></html>');
    const data = await (await fetch(`${base}/api/time`, { headers: { 'x-a': '1' } })).json();
    expect(data).toMatchObject({ 'x-a': '1' });
  });

  it('tells on every page where orders are paid', async () => {
    const script = await (await fetch(`${base}/demo/page.js`)).text();
    expect(script).toContain('Pay at http://localhost:8090.');
  });

  it('signs in by a link exactly once', async () => {
    const session = { token: 'token-1', cookies: ['casement_refresh=r; Path=/api/auth'] };
    const path = front.addLink(() => Promise.resolve(session));
    const first = await fetch(base + path);
    expect(await first.text()).toContain('content="token-1"');
    expect(first.headers.getSetCookie()).toEqual(session.cookies);
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect((await fetch(base + path)).status).toBe(410);
  });

  it('rejects an unknown link', async () => {
    expect((await fetch(`${base}/demo/sign-in/unknown`)).status).toBe(410);
  });

  it('offers a VPS that no simulated customer uses', async () => {
    const vps = await (await fetch(`${base}/demo/vps`)).json();
    expect(vps).toEqual({ address: '127.30.0.9', password: 'Demo-Root-1' });
  });
});
