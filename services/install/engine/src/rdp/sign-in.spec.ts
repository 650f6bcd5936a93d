import { createServer, type Server } from 'node:net';
import { StandInWindows, type StandInOptions } from '../../test/rdp/stand-in-windows.js';
import { signIn, type SignInLimits } from './sign-in.js';
import { readFields } from './der.js';
import { encodeTsRequest } from './ts-request.js';

const ACCOUNT = { user: 'Administrator', password: 'Sunrise-9!' };
const LIMITS: SignInLimits = { connectMs: 5000, signInMs: 10_000 };
const PROOF_OF_NOTHING = encodeTsRequest({ version: 6, pubKeyAuth: Buffer.alloc(48, 1) });
const open: { close(): unknown }[] = [];

async function windows(options: StandInOptions = {}) {
  const windows = new StandInWindows({ ...ACCOUNT, ...options });
  open.push(windows);
  const port = await windows.listen();
  return { windows, target: { host: '127.0.0.1', port } };
}

async function listening(server: Server) {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { host: '127.0.0.1', port: (server.address() as { port: number }).port };
}

afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));

describe(signIn.name, () => {
  it('proves the password, and hangs up with nothing delegated', async () => {
    const { windows: server, target } = await windows();
    expect(await signIn(target, ACCOUNT, LIMITS)).toEqual({
      kind: 'accepted',
      version: 6,
      certificateSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(server.accepted).toBe(1);
    // Two messages, then the end: the credentials would be the third, in a field [2].
    expect(server.received.map((message) => [...readFields(message).keys()])).toEqual([
      [0, 1],
      [0, 1, 3, 5],
    ]);
  });

  it('tries once, and returns why not', async () => {
    const { windows: server, target } = await windows({ password: 'another' });
    const result = await signIn(target, ACCOUNT, LIMITS);
    expect(result).toEqual({ kind: 'refused', status: 0xc000006d });
    expect(server.tried).toBe(1);
  });

  it.each<[string, StandInOptions, number]>([
    ['Windows, which takes either wrapping', {}, 1],
    ['NTLM in SPNEGO alone', { wrappings: ['spnego'] }, 1],
    [
      'NTLM in SPNEGO alone, the public key in a leg of its own',
      { wrappings: ['spnego'], publicKeyLeg: 'separate' },
      1,
    ],
    ['bare NTLM alone', { wrappings: ['bare'] }, 1],
    [
      'bare NTLM, the public key in a leg of its own',
      { wrappings: ['bare'], publicKeyLeg: 'separate-opened' },
      1,
    ],
    [
      'NTLM in SPNEGO alone, the public key with AUTHENTICATE alone',
      { wrappings: ['spnego'], publicKeyLeg: 'combined' },
      2,
    ],
    ['the public key in a leg of its own, or an alert', { publicKeyLeg: 'deferred' }, 2],
    ['the public key with AUTHENTICATE, or an alert', { publicKeyLeg: 'combined' }, 1],
    ['version 5 and no code', { version: 5 }, 1],
  ])('is accepted by a server of %s', async (_, options, tries) => {
    const { windows: server, target } = await windows(options);
    const admit = jest.fn(() => true);
    expect(await signIn(target, ACCOUNT, LIMITS, undefined, { admit })).toMatchObject({
      kind: 'accepted',
    });
    expect([server.tried, admit.mock.calls.length]).toEqual([tries, tries]);
  });

  it('sends no more AUTHENTICATE than it may, and returns the last verdict', async () => {
    for (const tries of [0, 1, 2]) {
      const { windows: server, target } = await windows({ version: 2, password: 'another' });
      let left = tries;
      const admit = () => (left -= 1) >= 0;
      expect(await signIn(target, ACCOUNT, LIMITS, undefined, { admit })).toMatchObject({
        kind: tries === 0 ? 'unreachable' : 'lost',
      });
      expect(server.tried).toBe(tries);
    }
  });

  it('sends three AUTHENTICATE at most where no server explains itself', async () => {
    const { windows: server, target } = await windows({ version: 2, password: 'another' });
    expect(await signIn(target, ACCOUNT, LIMITS)).toMatchObject({ kind: 'lost' });
    expect(server.tried).toBe(3);
  });

  it('takes another shape where a code says that the message was not expected', async () => {
    const { windows: server, target } = await windows({ status: 0x80090308 });
    expect(await signIn(target, ACCOUNT, LIMITS)).toEqual({ kind: 'refused', status: 0x80090308 });
    expect(server.tried).toBe(3);
  });

  it('takes SPNEGO’s reject of AUTHENTICATE as an end without a reason', async () => {
    const { windows: server, target } = await windows({ rejects: true, wrappings: ['spnego'] });
    expect(await signIn(target, ACCOUNT, LIMITS)).toEqual({
      kind: 'lost',
      detail: 'SPNEGO reject',
    });
    expect(server.tried).toBe(1);
  });

  it('begins with the shape that it is told', async () => {
    const { windows: server, target } = await windows();
    const shapes: string[] = [];
    const admit = (shape: string) => shapes.push(shape) > 0;
    await signIn(target, ACCOUNT, LIMITS, undefined, { from: 'spnego', admit });
    expect(shapes).toEqual(['spnego']);
    expect(server.received).toHaveLength(3);
  });

  it.each([2, 5])('calls it lost where version %i hangs up without a reason', async (version) => {
    const { target } = await windows({ version, password: 'another' });
    expect(await signIn(target, ACCOUNT, LIMITS)).toMatchObject({ kind: 'lost' });
  });

  it.each(['tls', 'refused'] as const)('finds no NLA where it is answered %s', async (offers) => {
    const { windows: server, target } = await windows({ offers });
    expect(await signIn(target, ACCOUNT, LIMITS)).toEqual({ kind: 'no-nla' });
    expect(server.received).toEqual([]);
  });

  it('gives nothing to a server that is no Windows and asks for the credentials', async () => {
    // It knows no password: it challenges, and says of itself what it likes.
    const spoil = (message: Buffer, n: number) => (n === 1 ? message : PROOF_OF_NOTHING);
    const { windows: server, target } = await windows({ status: 0, password: 'unknown', spoil });
    expect(await signIn(target, ACCOUNT, LIMITS)).toMatchObject({ kind: 'unproven' });
    expect(server.received.map((message) => [...readFields(message).keys()])).toEqual([
      [0, 1],
      [0, 1, 3, 5],
    ]);
  });

  it.each([
    ['cut', (message: Buffer) => message.subarray(0, -3), 'no answer in time'],
    ['too long', () => Buffer.from('3083ffffff', 'hex'), 'a TSRequest too long'],
    ['no TSRequest', () => Buffer.from('HTTP/1.1 400'), 'no TSRequest'],
  ])('ends where the proof is %s', async (_, change, detail) => {
    const spoil = (message: Buffer, n: number) => (n === 2 ? change(message) : message);
    const { target } = await windows({ spoil });
    const limits = { ...LIMITS, signInMs: 1500 };
    expect(await signIn(target, ACCOUNT, limits)).toMatchObject({ detail });
  });

  it('reports the first reason for a refused offer where it is refused twice', async () => {
    const send = encodeTsRequest({ version: 6, errorCode: 0xc0000418 });
    const { target } = await windows({ answers: () => ({ send, end: true }) });
    const result = await signIn(target, ACCOUNT, LIMITS);
    expect(result).toEqual({ kind: 'refused', status: 0xc0000418 });
  });

  it('ends where it is sent without end', async () => {
    const spoil = () => Buffer.concat([Buffer.from('30823fff', 'hex'), Buffer.alloc(100_000)]);
    const { target } = await windows({ spoil });
    expect(await signIn(target, ACCOUNT, LIMITS)).toMatchObject({ kind: 'unproven' });
  });

  it('reads not a byte more than it needs of a flood', async () => {
    const flood = await listening(
      createServer((socket) => {
        socket.on('error', () => undefined);
        socket.write(Buffer.alloc(8 * 2 ** 20, 3));
      }),
    );
    expect(await signIn(flood, ACCOUNT, LIMITS)).toMatchObject({ kind: 'unreachable' });
  });

  it('finds no server where nothing listens, or something else does', async () => {
    const ssh = await listening(
      createServer((socket) => {
        socket.on('error', () => undefined);
        socket.write('SSH-2.0-OpenSSH_9.2p1\r\n');
      }),
    );
    expect(await signIn(ssh, ACCOUNT, LIMITS)).toEqual({
      kind: 'unreachable',
      detail: 'other: SSH-2.0-OpenSSH_9.2p1..',
    });
    await open.pop()!.close();
    expect(await signIn(ssh, ACCOUNT, LIMITS)).toEqual({
      kind: 'unreachable',
      detail: 'ECONNREFUSED',
    });
  });

  it('waits no longer than it may for what never answers', async () => {
    const silent = await listening(createServer((socket) => socket.on('error', () => undefined)));
    const result = await signIn(silent, ACCOUNT, { connectMs: 100, signInMs: 200 });
    expect(result).toEqual({ kind: 'unreachable', detail: 'no answer in time' });
  });

  it('stops when its worker has to', async () => {
    const stop = new AbortController();
    const { target } = await windows({ onAsked: () => stop.abort(new Error('lease lost')) });
    await expect(signIn(target, ACCOUNT, LIMITS, stop.signal)).rejects.toThrow('lease lost');
  });
});
