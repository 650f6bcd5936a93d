import { waitFor } from '@casement/common/testing/wait-for.js';
import { startRelay, type TestRelay } from '../../src/testing/relay.js';
import {
  rdCleanPathRequest,
  readAnswer,
  RelayBrowser,
  x224Request,
} from '../../src/testing/relay-browser.js';
import { ScriptedDesktop } from '../../src/testing/scripted-desktop.js';

describe('desktop ticket', () => {
  let relay: TestRelay;
  let desktop: ScriptedDesktop;

  beforeAll(async () => {
    relay = await startRelay({ limits: { maxPendingOfClient: 50 } });
    desktop = await ScriptedDesktop.start({ secured: (tls) => tls.write('hello') });
  });
  afterAll(async () => {
    await relay.close();
    await desktop.close();
  });

  const refusal = async (bytes: Buffer) => {
    const browser = await RelayBrowser.connect(relay.address);
    browser.send(bytes);
    const answer = readAnswer(await browser.receive());
    return { answer, closed: await browser.end() };
  };
  const notFound = {
    answer: { httpStatus: 404 },
    closed: { code: 1008, reason: 'ticket' },
  };

  it('opens the desktop it was issued for and ignores the destination named by the browser', async () => {
    const [browser, opened] = await RelayBrowser.open(relay.address, relay.install.issue(desktop));
    expect(opened).toMatchObject({ address: `127.0.0.1:${desktop.port}` });
    expect((await browser.receive()).toString()).toBe('hello');
    // Windows receives our own request with the NLA variants the browser asked for, without any bytes from the
    // browser.
    expect(desktop.requests.at(-1)!.toString('hex')).toBe('030000130ee00000000000010008000a000000');
    browser.close();
    await browser.end();
  });

  it('cannot be used twice', async () => {
    const ticket = relay.install.issue(desktop);
    const [first] = await RelayBrowser.open(relay.address, ticket);
    expect(await refusal(rdCleanPathRequest(ticket))).toMatchObject(notFound);
    first.close();
    await first.end();
  });

  it('is used up by a failed attempt', async () => {
    const { host, certificateSha256 } = desktop;
    const ticket = relay.install.issue({ host, certificateSha256, port: 1 });
    const [browser, answer] = await RelayBrowser.open(relay.address, ticket);
    expect(answer).toMatchObject({ wsaError: 10060 });
    expect(await browser.end()).toEqual({ code: 4002, reason: 'unreachable' });
    expect(await refusal(rdCleanPathRequest(ticket))).toMatchObject(notFound);
  });

  it('is not found if it is expired, unknown or belongs to a deleted install', async () => {
    const old = relay.install.issue(desktop);
    relay.install.withdraw(old);
    for (const ticket of [old, 'a'.repeat(43)]) {
      expect(await refusal(rdCleanPathRequest(ticket))).toMatchObject(notFound);
    }
  });

  it('is refused when the user has reached the desktop limit', async () => {
    relay.install.refuseWith = 'rate_limited';
    expect(await refusal(rdCleanPathRequest('a'.repeat(43)))).toMatchObject({
      answer: { httpStatus: 429 },
      closed: { code: 1008, reason: 'sessions' },
    });
    relay.install.refuseWith = null;
  });

  it.each([
    ['of the wrong length', rdCleanPathRequest('a'.repeat(42))],
    ['with invalid characters', rdCleanPathRequest(`${'a'.repeat(42)}'`)],
    ['with a request for TLS only', rdCleanPathRequest('a'.repeat(43), x224Request(1))],
    ['with a request for no protocol', rdCleanPathRequest('a'.repeat(43), x224Request(0))],
    ['outside an RDCleanPath request', x224Request()],
    ['in an empty message', Buffer.alloc(0)],
  ])('rejects a ticket %s without calling the install service', async (_, bytes) => {
    const calls = relay.install.opened.length;
    expect(await refusal(bytes)).toMatchObject({
      answer: { httpStatus: 400 },
      closed: { code: 1008, reason: 'request' },
    });
    expect(relay.install.opened).toHaveLength(calls);
  });

  it.each([
    ['in a private network', '10.0.0.1'],
    ['of a cloud metadata service', '169.254.169.254'],
    ['of our own', '203.0.113.1'],
    ['that is a host name', 'localhost'],
    ['with a leading zero', '0127.0.0.1'],
  ])('opens no connection to an address %s', async (_, host) => {
    const { port, certificateSha256 } = desktop;
    const ticket = relay.install.issue({ host, port, certificateSha256 });
    const requests = desktop.requests.length;
    const [browser, answer] = await RelayBrowser.open(relay.address, ticket);
    expect(answer).toMatchObject({ wsaError: 10060 });
    expect(await browser.end()).toMatchObject({ reason: 'unreachable' });
    expect(desktop.requests).toHaveLength(requests);
  });

  it('is redeemed with the browser’s address as seen by the gateway', async () => {
    const browser = await RelayBrowser.connect(relay.address, {
      origin: 'http://localhost:8080',
      'x-real-ip': '198.51.100.7',
    });
    browser.send(rdCleanPathRequest('b'.repeat(43)));
    await browser.end();
    expect(relay.install.opened.at(-1)).toMatchObject({
      ticket: 'b'.repeat(43),
      clientAddress: '198.51.100.7',
    });
  });

  it('is refused a thousand times without disturbing an open desktop', async () => {
    const [open] = await RelayBrowser.open(relay.address, relay.install.issue(desktop));
    for (let n = 0; n < 1_000; n += 50) {
      const all = Array.from({ length: 50 }, () => refusal(rdCleanPathRequest('c'.repeat(43))));
      for (const outcome of await Promise.all(all)) expect(outcome).toMatchObject(notFound);
    }
    expect(open.closed).toBeNull();
    open.close();
    await open.end();
    await waitFor(() => desktop.connections === 0);
  });
});

describe('browser connection', () => {
  let relay: TestRelay;
  beforeAll(async () => {
    relay = await startRelay();
  });
  afterAll(() => relay.close());

  it.each([
    ['another origin', { origin: 'https://casement.example' }],
    ['another port', { origin: 'http://localhost:8081' }],
    ['a client without Origin', {}],
  ])('rejects an upgrade from %s', async (_, headers) => {
    const connecting = RelayBrowser.connect(relay.address, headers);
    await expect(connecting).rejects.toThrow('403');
  });

  it('negotiates no WebSocket compression', async () => {
    const browser = await RelayBrowser.connect(relay.address);
    expect(browser.socket.extensions).toBe('');
    browser.socket.terminate();
  });

  it('serves only health and metrics over HTTP', async () => {
    const get = async (path: string) => {
      const answer = await fetch(`http://${relay.address}${path}`);
      return [answer.status, await answer.text()] as const;
    };
    expect(await get('/health/live')).toEqual([200, '{"status":"ok"}']);
    expect(await get('/health/ready')).toEqual([200, '{"status":"ok","checks":{"open":"ok"}}']);
    const [, metrics] = await get('/internal/metrics');
    expect(metrics).toContain('casement_desktop_refused_total{cause="origin"} 3');
    expect(metrics).toContain('casement_desktop_sessions_open 0');
    for (const path of ['/', '/api/desktop', '/api/desktop?ticket=a', '/internal/routes']) {
      expect((await get(path))[0]).toBe(404);
    }
  });
});
