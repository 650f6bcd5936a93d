import { text } from 'node:stream/consumers';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { ORIGIN, startRelay, type TestRelay } from '../../src/testing/relay.js';
import { readAnswer, RelayBrowser, rdCleanPathRequest } from '../../src/testing/relay-browser.js';
import { CONFIRMS, ScriptedDesktop } from '../../src/testing/scripted-desktop.js';

/**
 * Production limits with shorter times, except for pings: a browser that stops reading before all buffers are full
 * does not answer pings either and would be lost before it counts as too slow.
 */
const SHORT = {
  firstMessageMs: 1_000,
  connectMs: 5_000,
  handshakeMs: 2_000,
  stallMs: 1_500,
  closeMs: 200,
  tickMs: 20,
  reportMs: 20,
};

let relay: TestRelay;
const desktops: ScriptedDesktop[] = [];
beforeAll(async () => {
  relay = await startRelay({ limits: SHORT });
});
afterAll(async () => {
  await relay.close();
  for (const desktop of desktops) await desktop.close();
});

type Script = Parameters<typeof ScriptedDesktop.start>[0];
async function open(script: Script, maxBytes?: number, { install, address } = relay) {
  const desktop = await ScriptedDesktop.start(script);
  desktops.push(desktop);
  const { host, port, certificateSha256 } = desktop;
  const ticket = install.issue({ host, port, certificateSha256, maxBytes });
  const [browser, answer] = await RelayBrowser.open(address, ticket);
  return { browser, answer, desktop };
}
const lastEnd = () => relay.install.reasons.at(-1);

describe('hostile Windows', () => {
  const nonsense = randomBytes(4096);
  nonsense[0] = 0x55;
  const afterConfirm = (bytes: Buffer): Script => ({
    asked: (socket) => socket.write(Buffer.concat([CONFIRMS.nla, bytes])),
  });

  it.each<[string, Script, object, string]>([
    ['closes the connection', { asked: (s) => s.destroy() }, { wsaError: 10060 }, 'unreachable'],
    ['sends nothing', { asked: () => undefined }, { wsaError: 10060 }, 'unreachable'],
    ['sends garbage', { asked: (s) => s.write(nonsense) }, { httpStatus: 502 }, 'protocol'],
    [
      'sends a partial response',
      { asked: (s) => s.end(CONFIRMS.nla.subarray(0, 9)) },
      { wsaError: 10060 },
      'unreachable',
    ],
    ['sends data before TLS', afterConfirm(nonsense), { httpStatus: 502 }, 'protocol'],
    ['offers only TLS', { confirm: CONFIRMS.tls }, { tlsAlert: 71 }, 'no_nla'],
    ['rejects the negotiation', { confirm: CONFIRMS.refused }, { tlsAlert: 71 }, 'no_nla'],
    [
      'chooses a protocol that was not requested',
      { confirm: CONFIRMS.other },
      { tlsAlert: 71 },
      'no_nla',
    ],
    [
      'does not start TLS',
      {
        asked: (s) => {
          s.write(CONFIRMS.nla);
          s.once('data', () => s.write(nonsense));
        },
      },
      { httpStatus: 502 },
      'protocol',
    ],
    [
      'never completes the TLS handshake',
      { asked: (s) => s.write(CONFIRMS.nla) },
      { wsaError: 10060 },
      'unreachable',
    ],
  ])('ends the session when Windows %s', async (_, script, failed, reason) => {
    const { browser, answer, desktop } = await open(script);
    expect(answer).toMatchObject(failed);
    expect(await browser.end()).toMatchObject({ reason });
    await waitFor(() => lastEnd() === reason && desktop.connections === 0);
  });

  it('passes nonsense inside TLS on to the browser, which must reject it', async () => {
    const { browser } = await open({ secured: (tls) => tls.end(nonsense) });
    expect(await browser.receive()).toEqual(nonsense);
    expect(await browser.end()).toEqual({ code: 4001, reason: 'windows_closed' });
  });

  it('ends the session when Windows breaks TLS in the middle', async () => {
    let raw: Socket | undefined;
    const { browser } = await open({
      secured: (tls) => {
        raw = (tls as TLSSocket & { _parent: Socket })._parent;
        tls.write('begun');
      },
    });
    expect((await browser.receive()).toString()).toBe('begun');
    raw!.write(nonsense);
    expect((await browser.end()).reason).toBe('protocol');
  });

  it('delivers all sent data before Windows closes', async () => {
    const sent = randomBytes(3 * 1024 * 1024);
    const { browser } = await open({ secured: (tls) => tls.end(sent) });
    const received: Buffer[] = [];
    for (let size = 0; size < sent.length; size += received.at(-1)!.length) {
      received.push(await browser.receive());
    }
    expect(Buffer.concat(received).equals(sent)).toBe(true);
    expect((await browser.end()).reason).toBe('windows_closed');
  });

  it('ends a session that exceeds its byte limit', async () => {
    const { browser } = await open({ secured: (tls) => tls.write(randomBytes(200_000)) }, 100_000);
    expect(await browser.end()).toEqual({ code: 4007, reason: 'byte_limit' });
  });

  it('ends a session in which neither side sends data', async () => {
    const impatient = await startRelay({ limits: { ...SHORT, idleMs: 200 } });
    const { browser } = await open({}, undefined, impatient);
    expect(await browser.end()).toEqual({ code: 4012, reason: 'idle' });
    await impatient.close();
  });

  it('ends the session when Windows does not read', async () => {
    const { browser } = await open({ secured: (tls) => tls.pause() });
    const piece = randomBytes(1024 * 1024);
    // More data than the kernel can buffer.
    for (let n = 0; n < 32; n += 1) browser.send(piece);
    expect(await browser.end()).toEqual({ code: 4006, reason: 'too_slow' });
  });
});

describe('hostile browser', () => {
  it('disconnects a browser that sends no message', async () => {
    const browser = await RelayBrowser.connect(relay.address);
    expect(readAnswer(await browser.receive())).toMatchObject({ httpStatus: 408 });
    expect(await browser.end()).toEqual({ code: 1008, reason: 'timeout' });
  });

  it('limits silent connections to ten per IPv6 /64', async () => {
    const patient = await startRelay({
      limits: { ...SHORT, firstMessageMs: 120_000 },
      env: { TRUSTED_PROXIES: '127.0.0.1' },
    });
    const from = (ip: string) =>
      RelayBrowser.connect(patient.address, { origin: ORIGIN, 'x-real-ip': ip });
    const silent: RelayBrowser[] = [];
    for (let n = 1; n <= 10; n += 1) silent.push(await from(`2001:db8:1:2::${n}`));
    await expect(from('2001:db8:1:2:a::1')).rejects.toThrow('429');
    await from('2001:db8:1:3::1');
    silent[0].close();
    await waitFor(() => from('2001:db8:1:2:a::1'));
    const warnings: string[] = [];
    process.on('warning', ({ name }) => warnings.push(name));
    await patient.close();
    expect(warnings).not.toContain('MaxListenersExceededWarning');
  });

  it('disconnects a browser that sends its first message too slowly', async () => {
    const browser = await RelayBrowser.connect(relay.address);
    const bytes = rdCleanPathRequest('a'.repeat(43));
    const sending = setInterval(
      () => browser.socket.send(bytes.subarray(0, 1), { fin: false }),
      20,
    );
    expect(await browser.end()).toEqual({ code: 1008, reason: 'timeout' });
    clearInterval(sending);
  });

  it('disconnects a browser whose first message exceeds the size of a request, before all of it has arrived', async () => {
    const browser = await RelayBrowser.connect(relay.address);
    browser.socket.send(randomBytes(64 * 1024), { fin: false });
    expect(readAnswer(await browser.receive())).toMatchObject({ httpStatus: 400 });
    expect(await browser.end()).toEqual({ code: 1008, reason: 'request' });
  });

  it('disconnects a browser whose first message is text', async () => {
    const browser = await RelayBrowser.connect(relay.address);
    browser.socket.send('hello');
    expect(await browser.end()).toEqual({ code: 1008, reason: 'request' });
  });

  it.each<[string, (browser: RelayBrowser) => void, number]>([
    ['sends text', ({ socket }) => socket.send('hello'), 4005],
    [
      'sends a message that is too long',
      ({ socket }) => socket.send(Buffer.alloc(2 ** 21 + 1)),
      1009,
    ],
    [
      'breaks the WebSocket protocol',
      ({ socket }) =>
        (socket as unknown as { _socket: Socket })._socket.write(Buffer.from('ffffffff', 'hex')),
      1002,
    ],
  ])('ends the session when the browser %s', async (_, send, code) => {
    const { browser, desktop } = await open({});
    send(browser);
    expect((await browser.end()).code).toBe(code);
    await waitFor(() => lastEnd() === 'protocol' && desktop.connections === 0);
  });

  it('ends the session when the browser does not read what Windows sends', async () => {
    const much = randomBytes(64 * 1024);
    const { browser, desktop } = await open({
      secured: (tls) => {
        const flood = () => {
          while (tls.write(much));
        };
        tls.on('drain', flood);
        flood();
      },
    });
    browser.socket.pause();
    await waitFor(() => lastEnd() === 'too_slow' && desktop.connections === 0);
    browser.socket.terminate();
  });

  it('detects by pings a browser that vanished without a close frame', async () => {
    const asking = await startRelay({ limits: { ...SHORT, pingMs: 300 } });
    const desktop = await ScriptedDesktop.start();
    desktops.push(desktop);
    const { host, port, certificateSha256 } = desktop;
    const socket = await rawUpgrade(asking.address);
    const ticket = asking.install.issue({ host, port, certificateSha256 });
    socket.write(frame(rdCleanPathRequest(ticket)));
    // The raw socket answers no pings.
    await waitFor(() => asking.install.reasons.at(-1) === 'lost' && desktop.connections === 0);
    socket.destroy();
    await asking.close();
  });

  it('leaves no connection behind when the browser leaves during the connect to Windows', async () => {
    const desktop = await ScriptedDesktop.start({ asked: () => undefined });
    desktops.push(desktop);
    const { host, port, certificateSha256 } = desktop;
    const browser = await RelayBrowser.connect(relay.address);
    browser.send(rdCleanPathRequest(relay.install.issue({ host, port, certificateSha256 })));
    await waitFor(() => desktop.connections === 1);
    browser.socket.terminate();
    await waitFor(() => lastEnd() === 'lost' && desktop.connections === 0);
  });

  it.each([
    ['by POST', 'POST', 'Upgrade: websocket\r\n'],
    ['by POST with a body', 'POST', 'Upgrade: websocket\r\nContent-Length: 6\r\n'],
    ['with a body', 'GET', 'Upgrade: websocket\r\nContent-Length: 6\r\n'],
    ['with a chunked body', 'GET', 'Upgrade: websocket\r\nTransfer-Encoding: chunked\r\n'],
    ['to another protocol', 'GET', 'Upgrade: h2c\r\n'],
  ])('rejects an upgrade %s and closes the connection', async (_, method, headers) => {
    const socket = await rawConnect(relay.address);
    const answered = text(socket);
    socket.write(
      `${method} /api/desktop HTTP/1.1\r\nHost: casement\r\nOrigin: http://localhost:8080\r\n` +
        `Connection: Upgrade\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n` +
        `Sec-WebSocket-Version: 13\r\n${headers}\r\nframes`,
    );
    expect(await answered).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('cuts off a connection whose header never ends', async () => {
    const socket = await rawConnect(relay.address);
    socket.write('GET /api/desktop HTTP/1.1\r\nHost: casement\r\n');
    const sending = setInterval(() => socket.write('X-A: b\r\n'), 100);
    await once(socket.resume(), 'close');
    clearInterval(sending);
  });
});

const rawConnect = async (address: string): Promise<Socket> => {
  const [host, port] = address.split(':');
  const socket = connect(Number(port), host);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};

/** Opens a WebSocket without a library, so that it answers no pings. */
async function rawUpgrade(address: string): Promise<Socket> {
  const socket = await rawConnect(address);
  const key = randomBytes(16).toString('base64');
  socket.write(
    `GET /api/desktop HTTP/1.1\r\nHost: casement\r\nOrigin: http://localhost:8080\r\nConnection: Upgrade\r\n` +
      `Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  await once(socket, 'data');
  return socket;
}

/** Builds one binary frame of up to 64 KiB with a zero mask. */
function frame(payload: Buffer): Buffer {
  const head = Buffer.from([0x82, 0x80 | 126, 0, 0, 0, 0, 0, 0]);
  head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}
