import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { call, open } from './support/call.js';
import { startLocal, until } from './support/subject.js';
import { type ReceivedRequest, Upstream } from './support/upstream.js';

const folder = fileURLToPath(new URL('..', import.meta.url));

/** Features that only the local gateway has: its process, its environment, its proxies. */
describe('gateway/local process', () => {
  const upstream = new Upstream();
  const work = mkdtempSync(join(tmpdir(), 'gateway-'));
  let upstreams: string;

  beforeAll(async () => {
    execFileSync('npx', ['tsc', '-b', folder]);
    upstreams = JSON.stringify({ echo: `127.0.0.1:${await upstream.listen()}` });
  });
  afterAll(async () => {
    await upstream.close();
    rmSync(work, { recursive: true });
  });

  const run = (env: Record<string, string>): ChildProcess & { output: string } => {
    const KONG_FILE = join(folder, 'test/support/fixture.kong.yml');
    const child = spawn(process.execPath, [join(folder, 'dist/main.js')], {
      env: { ...process.env, KONG_FILE, UPSTREAMS: upstreams, ...env },
    });
    const watched = Object.assign(child, { output: '' });
    child.stderr.on('data', (chunk: Buffer) => (watched.output += chunk.toString()));
    return watched;
  };
  const freePort = async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await new Promise((closed) => server.close(closed));
    return port;
  };
  const start = async () => {
    const [port, statusPort] = [await freePort(), await freePort()];
    const child = run({ PORT: `${port}`, STATUS_PORT: `${statusPort}` });
    const [base, status] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${statusPort}`];
    let ready = false;
    const ask = () =>
      call(status, '/status/ready').then(
        () => (ready = true),
        () => void setTimeout(() => void ask(), 20),
      );
    void ask();
    await until(() => ready);
    return { child, base, status };
  };

  it('finishes calls in progress on SIGTERM and accepts no new calls', async () => {
    const { child, base } = await start();
    const req = open(base, '/ns', { headers: { 'x-do': 'hold' } });
    const answered = once(req, 'response') as Promise<[IncomingMessage]>;
    req.end();
    const held = await until(() => upstream.held.pop());
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    let refused = false;
    const knock = (): void => void call(base, '/ns').then(knock, () => (refused = true));
    knock();
    await until(() => refused);
    held.end('late but whole');
    const [answer] = await answered;
    expect(answer.statusCode).toBe(200);
    answer.resume();
    expect(await exited).toEqual([0, null]);
  });

  it('exits on SIGTERM despite an open WebSocket, which is cut at the end', async () => {
    const { child, base } = await start();
    const socket = new WebSocket(`${base.replace('http', 'ws')}/ns`);
    await once(socket, 'open');
    socket.send('still here');
    await once(socket, 'message');
    const [exited, closed] = [once(child, 'exit'), once(socket, 'close')];
    child.kill('SIGTERM');
    expect(((await closed) as [number])[0]).toBe(1006);
    expect(await exited).toEqual([0, null]);
  });

  it('counts requests for Prometheus, except those without a route', async () => {
    const { child, base, status } = await start();
    for (const path of ['/ns', '/ns', '/sized', '/nothing']) await call(base, path);
    await call(base, '/sized', { method: 'POST', body: 'x'.repeat(2000) });
    await call(base, '/ns', { method: 'TRACE' });
    const socket = new WebSocket(`${base.replace('http', 'ws')}/stream`);
    await once(socket, 'open');
    const { left } = upstream;
    socket.terminate();
    await until(() => upstream.left > left);
    const exited = once(child, 'exit');
    const { text } = await call(status, '/metrics');
    child.kill('SIGTERM');
    await exited;
    const of = (route: string, code: number, source: string) =>
      `kong_http_requests_total{service="echo",route="${route}",code="${code}",source="${source}",consumer=""}`;
    expect(text).toContain(`${of('not-stripped', 200, 'service')} 2\n`);
    expect(text).toContain(`${of('sized', 413, 'kong')} 1\n`);
    expect(text).toContain(`${of('unbuffered', 101, 'service')} 1\n`);
    expect(text).not.toContain('nothing');
    expect(text).not.toContain('code="405"');
  });

  it('refuses to start with an unsupported file and reports the reason', async () => {
    const file = join(work, 'kong.yml');
    writeFileSync(file, "{ _format_version: '3.0', plugins: [{ name: cors, config: {} }] }");
    const child = run({ KONG_FILE: file });
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(child.output).toMatch(/^Cannot start the gateway: .*cors .*does not know this plugin/);
  });

  it('refuses to start on a port in use and reports it', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const child = run({ PORT: `${(other.address() as AddressInfo).port}` });
    expect(await once(child, 'exit')).toEqual([1, null]);
    other.close();
    expect(child.output).toMatch(/^Cannot start the gateway: .*EADDRINUSE/);
  });

  it("accepts the caller's address from a trusted proxy", async () => {
    const forwarded = {
      'x-real-ip': '203.0.113.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'casement.example',
      'x-forwarded-port': '443',
    };
    const map = JSON.parse(upstreams) as Record<string, string>;
    const local = await startLocal('test/support/fixture.kong.yml', map, ['127.0.0.1']);
    const headers = { ...forwarded, 'x-forwarded-for': '203.0.113.9' };
    const { text } = await call(local.base, '/ns', { headers });
    await local.close();
    const received = JSON.parse(text) as ReceivedRequest;
    expect(received.headers).toMatchObject({
      ...forwarded,
      'x-forwarded-for': '203.0.113.9, 127.0.0.1',
    });
  });
});
