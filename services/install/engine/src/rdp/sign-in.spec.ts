import { createServer, type Server } from 'node:net';
import { StandInWindows, type StandInOptions } from '../testing/rdp/stand-in-windows.js';
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
  it('proves the password and closes without delegating credentials', async () => {
    const { windows: server, target } = await windows();
    expect(await signIn(target, ACCOUNT, LIMITS)).toEqual({
      kind: 'accepted',
      version: 6,
      certificateSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(server.accepted).toBe(1);
    // Exactly two messages; the third would contain the credentials in field [2].
    expect(server.received.map((message) => [...readFields(message).keys()])).toEqual([
      [0, 1],
      [0, 1, 3, 5],
    ]);
  });

  it('attempts once and returns the reason for the refusal', async () => {
    const { windows: server, target } = await windows({ password: 'another' });
    const result = await signIn(target, ACCOUNT, LIMITS);
    expect(result).toEqual({ kind: 'refused', status: 0xc000006d });
    expect(server.tried).toBe(1);
  });

  it.each<[string, StandInOptions, number]>([
    ['Windows, which accepts either wrapping', {}, 1],
    ['NTLM in SPNEGO only', { wrappings: ['spnego'] }, 1],
    [
      'NTLM in SPNEGO only, with the public key in a separate leg',
      { wrappings: ['spnego'], publicKeyLeg: 'separate' },
      1,
    ],
    ['bare NTLM only', { wrappings: ['bare'] }, 1],
    [
      'bare NTLM, with the public key in a separate leg',
      { wrappings: ['bare'], publicKeyLeg: 'separate-opened' },
      1,
    ],
    [
      'NTLM in SPNEGO only, with the public key only in AUTHENTICATE',
      { wrappings: ['spnego'], publicKeyLeg: 'combined' },
      2,
    ],
    ['the public key in a separate leg, or an alert', { publicKeyLeg: 'deferred' }, 2],
    ['the public key in AUTHENTICATE, or an alert', { publicKeyLeg: 'combined' }, 1],
    ['version 5 without error codes', { version: 5 }, 1],
  ])('is accepted by a server of %s', async (_, options, tries) => {
    const { windows: server, target } = await windows(options);
    const admit = jest.fn(() => true);
    expect(await signIn(target, ACCOUNT, LIMITS, undefined, { admit })).toMatchObject({
      kind: 'accepted',
    });
    expect([server.tried, admit.mock.calls.length]).toEqual([tries, tries]);
  });

  it('sends no more AUTHENTICATE messages than admitted and returns the last verdict', async () => {
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

  it('sends at most three AUTHENTICATE messages if no server gives a reason', async () => {
    const { windows: server, target } = await windows({ version: 2, password: 'another' });
    expect(await signIn(target, ACCOUNT, LIMITS)).toMatchObject({ kind: 'lost' });
    expect(server.tried).toBe(3);
  });

  it('tries another shape if the status says that the message was unexpected', async () => {
    const { windows: server, target } = await windows({ status: 0x80090308 });
    expect(await signIn(target, ACCOUNT, LIMITS)).toEqual({ kind: 'refused', status: 0x80090308 });
    expect(server.tried).toBe(3);
  });

  it('treats SPNEGO’s reject of AUTHENTICATE as an end without a reason', async () => {
    const { windows: server, target } = await windows({ rejects: true, wrappings: ['spnego'] });
    expect(await signIn(target, ACCOUNT, LIMITS)).toEqual({
      kind: 'lost',
      detail: 'SPNEGO reject',
    });
    expect(server.tried).toBe(1);
  });

  it('starts with the requested authentication shape', async () => {
    const { windows: server, target } = await windows();
    const shapes: string[] = [];
    const admit = (shape: string) => shapes.push(shape) > 0;
    await signIn(target, ACCOUNT, LIMITS, undefined, { from: 'spnego', admit });
    expect(shapes).toEqual(['spnego']);
    expect(server.received).toHaveLength(3);
  });

  it.each([2, 5])(
    'returns lost if version %i closes the connection without a reason',
    async (version) => {
      const { target } = await windows({ version, password: 'another' });
      expect(await signIn(target, ACCOUNT, LIMITS)).toMatchObject({ kind: 'lost' });
    },
  );

  it.each(['tls', 'refused'] as const)('detects missing NLA by the response %s', async (offers) => {
    const { windows: server, target } = await windows({ offers });
    expect(await signIn(target, ACCOUNT, LIMITS)).toEqual({ kind: 'no-nla' });
    expect(server.received).toEqual([]);
  });

  it('sends no credentials to a fake Windows that asks for them', async () => {
    // The fake server does not know the password: it sends a challenge and then arbitrary data.
    const spoil = (message: Buffer, n: number) => (n === 1 ? message : PROOF_OF_NOTHING);
    const { windows: server, target } = await windows({ status: 0, password: 'unknown', spoil });
    expect(await signIn(target, ACCOUNT, LIMITS)).toMatchObject({ kind: 'unproven' });
    expect(server.received.map((message) => [...readFields(message).keys()])).toEqual([
      [0, 1],
      [0, 1, 3, 5],
    ]);
  });

  it.each([
    ['truncated', (message: Buffer) => message.subarray(0, -3), 'no answer in time'],
    ['too long', () => Buffer.from('3083ffffff', 'hex'), 'a TSRequest too long'],
    ['not a TSRequest', () => Buffer.from('HTTP/1.1 400'), 'no TSRequest'],
  ])('fails if the proof is %s', async (_, change, detail) => {
    const spoil = (message: Buffer, n: number) => (n === 2 ? change(message) : message);
    const { target } = await windows({ spoil });
    const limits = { ...LIMITS, signInMs: 1500 };
    expect(await signIn(target, ACCOUNT, limits)).toMatchObject({ detail });
  });

  it('reports the first reason if an offer is refused twice', async () => {
    const send = encodeTsRequest({ version: 6, errorCode: 0xc0000418 });
    const { target } = await windows({ answers: () => ({ send, end: true }) });
    const result = await signIn(target, ACCOUNT, LIMITS);
    expect(result).toEqual({ kind: 'refused', status: 0xc0000418 });
  });

  it('rejects a message followed by endless data', async () => {
    const spoil = () => Buffer.concat([Buffer.from('30823fff', 'hex'), Buffer.alloc(100_000)]);
    const { target } = await windows({ spoil });
    expect(await signIn(target, ACCOUNT, LIMITS)).toMatchObject({ kind: 'unproven' });
  });

  it('reads no more bytes of a flood than it needs', async () => {
    const flood = await listening(
      createServer((socket) => {
        socket.on('error', () => undefined);
        socket.write(Buffer.alloc(8 * 2 ** 20, 3));
      }),
    );
    expect(await signIn(flood, ACCOUNT, LIMITS)).toMatchObject({ kind: 'unreachable' });
  });

  it('returns unreachable if no server or another protocol listens', async () => {
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

  it('times out if the server never answers', async () => {
    const silent = await listening(createServer((socket) => socket.on('error', () => undefined)));
    const result = await signIn(silent, ACCOUNT, { connectMs: 100, signInMs: 200 });
    expect(result).toEqual({ kind: 'unreachable', detail: 'no answer in time' });
  });

  it('stops when the worker is aborted', async () => {
    const stop = new AbortController();
    const { target } = await windows({ onAsked: () => stop.abort(new Error('lease lost')) });
    await expect(signIn(target, ACCOUNT, LIMITS, stop.signal)).rejects.toThrow('lease lost');
  });
});
