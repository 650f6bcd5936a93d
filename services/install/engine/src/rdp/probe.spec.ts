import { createServer, type Server, type Socket } from 'node:net';
import { probeRdp, readConfirm } from './probe.js';

const LIMITS = { connectMs: 10_000, listenMs: 30, answerMs: 10_000 };
/** Short limits for servers that never answer. */
const SHORT = { ...LIMITS, connectMs: 500, answerMs: 300 };
const CONFIRM = Buffer.from('030000130ed000001234000209080002000000', 'hex');
const REQUEST = Buffer.from('030000130ee000000000000100080003000000', 'hex');

const servers: Server[] = [];
const sockets: Socket[] = [];

async function answering(behave: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    behave(socket);
  });
  servers.push(server);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
}

afterEach(() => {
  sockets.splice(0).forEach((socket) => socket.destroy());
  servers.splice(0).forEach((server) => server.close());
});

describe(probeRdp.name, () => {
  it('sends a client’s connection request and accepts a confirm', async () => {
    const received: Buffer[] = [];
    const port = await answering((socket) =>
      socket.on('data', (data) => {
        received.push(data);
        socket.write(CONFIRM);
      }),
    );
    expect(await probeRdp('127.0.0.1', port, LIMITS)).toEqual({ kind: 'rdp', protocol: 'hybrid' });
    expect(Buffer.concat(received)).toEqual(REQUEST);
  });

  it('reassembles a confirm that arrives in pieces', async () => {
    const port = await answering((socket) =>
      socket.once('data', () => {
        socket.setNoDelay();
        for (const byte of CONFIRM) socket.write(Buffer.from([byte]));
      }),
    );
    expect((await probeRdp('127.0.0.1', port, LIMITS)).kind).toBe('rdp');
  });

  it('rejects an SSH server', async () => {
    const port = await answering((socket) => socket.write('SSH-2.0-OpenSSH_9.2p1\r\n'));
    expect(await probeRdp('127.0.0.1', port, LIMITS)).toEqual({
      kind: 'other',
      text: 'SSH-2.0-OpenSSH_9.2p1..',
    });
  });

  it('rejects an SSH server that sends its greeting late', async () => {
    const port = await answering((socket) =>
      socket.once('data', () => socket.write('SSH-2.0-OpenSSH_9.2p1\r\n')),
    );
    expect((await probeRdp('127.0.0.1', port, LIMITS)).kind).toBe('other');
  });

  it('reports an open port that never answers as silent', async () => {
    const port = await answering(() => {});
    expect(await probeRdp('127.0.0.1', port, SHORT)).toEqual({ kind: 'silent' });
  });

  it('reports a port without a listener as closed', async () => {
    const port = await answering(() => {});
    await new Promise((resolve) => servers.pop()!.close(resolve));
    expect(await probeRdp('127.0.0.1', port, LIMITS)).toEqual({ kind: 'closed' });
  });
});

describe(readConfirm.name, () => {
  it.each([
    [
      'a plain confirm without negotiation',
      '0300000b06d00000123400',
      { kind: 'rdp', protocol: 'plain' },
    ],
    [
      'a rejection, which also proves that RDP is running',
      '030000130ed000001234000300080005000000',
      { kind: 'rdp', protocol: 'refused' },
    ],
    ['TLS only', '030000130ed000001234000209080001000000', { kind: 'rdp', protocol: 'tls' }],
    ['a partial response', '030000130ed00000', null],
  ])('parses the confirm: %s', (_, hex, expected) => {
    expect(readConfirm(Buffer.from(hex, 'hex'))).toEqual(expected);
  });

  it('rejects all other responses', () => {
    for (const hex of ['485454502f312e31', '03000013028000001234000209080002000000', '03000fff']) {
      expect(readConfirm(Buffer.from(hex, 'hex'))?.kind).toBe('other');
    }
  });
});
