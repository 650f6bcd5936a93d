import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evaluateReach, parseReach } from '@casement/install-engine/preflight/reach.js';
import { vpsScript } from '@casement/install-engine/scripts.js';
import { assignments } from '@casement/install-engine/ssh/remote.js';

const toolkitRun = join(__dirname, '../../toolkit/root/toolkit-run');

/** Stand-in for the loader: runs this machine's curl in the environment prepared by toolkit-run. */
const LOADER = '#!/bin/sh\nshift 5\nexec curl "$@"\n';

describe('probe.sh', () => {
  let dir: string;
  let service: Server;
  let proxy: Server;
  const seen: (string | undefined)[] = [];
  const proxied: (string | undefined)[] = [];
  const portOf = (server: Server) => (server.address() as AddressInfo).port;

  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'casement-probe-'));
    seen.length = proxied.length = 0;
    service = createServer(({ headers }, response) => {
      seen.push(headers.authorization);
      response.statusCode = headers.authorization ? 200 : 401;
      response.end('TIME=1\n');
    }).listen(0, '127.0.0.1');
    proxy = createServer(({ url = '', headers }, response) => {
      proxied.push(headers['proxy-authorization']);
      const { pathname } = new URL(url);
      const ahead = request({ port: portOf(service), path: pathname }, (answer) => {
        response.statusCode = answer.statusCode ?? 502;
        answer.pipe(response);
      });
      ahead.end();
    }).listen(0, '127.0.0.1');
    await Promise.all([once(service, 'listening'), once(proxy, 'listening')]);
    mkdirSync(join(dir, 'tools/usr/bin'), { recursive: true });
    mkdirSync(join(dir, 'tools/usr/lib64'), { recursive: true });
    mkdirSync(join(dir, 'etc', 'apt'), { recursive: true });
    writeFileSync(join(dir, 'tools/toolkit-run'), readFileSync(toolkitRun), { mode: 0o755 });
    writeFileSync(join(dir, 'tools/usr/bin/curl'), '');
    writeFileSync(join(dir, 'tools/usr/lib64/ld-linux-x86-64.so.2'), LOADER, { mode: 0o755 });
  });
  afterEach(() => {
    for (const server of [service, proxy]) {
      server.closeAllConnections();
      server.close();
    }
    rmSync(dir, { recursive: true });
  });

  /** Runs probe.sh with these settings. `direct`: the service is reachable without a proxy. */
  async function probe(given: {
    env?: Record<string, string>;
    files?: Record<string, string>;
    direct: boolean;
  }) {
    for (const [name, content] of Object.entries(given.files ?? {})) {
      writeFileSync(join(dir, 'etc', name), content);
    }
    const url = given.direct ? `http://127.0.0.1:${portOf(service)}` : 'http://service.invalid';
    const variables = {
      API_URL: url,
      IMAGE_URL: url,
      TOKEN: 'secret-token',
      CHUNKS: '',
      ORIGINS: '',
    };
    const script = (await vpsScript('probe'))
      .replaceAll('/etc/', `${dir}/etc/`)
      .replaceAll('/root/', `${dir}/etc/`);
    const sh = spawn('sh', ['-s'], { env: { PATH: process.env['PATH'], ...given.env } });
    let output = '';
    sh.stdout.on('data', (part: Buffer) => (output += part.toString()));
    sh.stdin.end([assignments({ DIR: dir, ...variables }), script].join('\n'));
    const [status] = (await once(sh, 'close')) as [number];
    const left = execFileSync('sh', ['-c', `ls ${dir}`], { encoding: 'utf8' }).trim();
    return { status, output, left, reach: parseReach(output) };
  }

  it.each([
    ['an unresponsive proxy', { http_proxy: 'http://127.0.0.1:1' }],
    ['a proxy for everything', { ALL_PROXY: 'socks5://127.0.0.1:1' }],
    ['missing certificates', { CURL_CA_BUNDLE: '/none', SSL_CERT_FILE: '/none' }],
  ])('connects directly despite %s in the environment', async (_, env) => {
    const { status, reach } = await probe({ env, direct: true });
    expect({ status, api: reach.api, proxy: reach.proxy }).toEqual({
      status: 0,
      api: true,
      proxy: '',
    });
    expect(seen).toEqual(['Bearer secret-token']);
  });

  it.each<
    [string, (at: string) => { env?: Record<string, string>; files?: Record<string, string> }]
  >([
    ['the environment', (at) => ({ env: { http_proxy: `http://${at}` } })],
    ['the environment, in upper case and without a scheme', (at) => ({ env: { HTTPS_PROXY: at } })],
    [
      '/etc/environment, with a password',
      (at) => ({ files: { environment: `http_proxy="http://me:pass@${at}/"\n` } }),
    ],
    ['apt', (at) => ({ files: { 'apt/apt.conf': `Acquire::http::Proxy "http://${at}";\n` } })],
    ['dnf', (at) => ({ files: { 'yum.conf': `[main]\nproxy=http://${at}\n` } })],
    ['wget', (at) => ({ files: { wgetrc: `https_proxy = http://${at}/\n` } })],
    [
      'a profile, after a comment',
      (at) => ({
        files: {
          profile: `# proxy=http://127.0.0.1:1\nexport no_proxy=127.0.0.1:1 \nexport ALL_PROXY=http://${at}\n`,
        },
      }),
    ],
  ])('reports a proxy that is the only way out: %s', async (_, given) => {
    const at = `127.0.0.1:${portOf(proxy)}`;
    const { output, left, reach } = await probe({ ...given(at), direct: false });
    expect(reach).toMatchObject({ api: false, proxy: at });
    expect(evaluateReach(reach, 0)).toMatchObject([{ code: 'PROXY_ONLY' }]);
    expect(output).not.toContain('pass');
    // The token was not sent through the proxy.
    expect(seen).toEqual([undefined]);
    expect(left).toBe('etc\ntools');
  });

  it('reports a proxy whose host or user is called proxy', async () => {
    const at = `proxy.localhost:${portOf(proxy)}`;
    for (const url of [`http://${at}`, `http://proxy:pass@${at}/`]) {
      const { reach } = await probe({ env: { https_proxy: url }, direct: false });
      expect(reach.proxy).toBe(at);
    }
  });

  it('ignores a proxy that does not reach the service', async () => {
    const { reach } = await probe({ env: { http_proxy: 'http://127.0.0.1:1' }, direct: false });
    expect(evaluateReach(reach, 0)).toMatchObject([{ code: 'API_UNREACHABLE' }]);
  });

  it('exits with 97 if curl is killed', async () => {
    const loader = join(dir, 'tools/usr/lib64/ld-linux-x86-64.so.2');
    writeFileSync(loader, '#!/bin/sh\nkill -9 $$\n', { mode: 0o755 });
    expect(await probe({ direct: true })).toMatchObject({ status: 97, left: 'etc\ntools' });
  });
});
