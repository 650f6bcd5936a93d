import { CredSspAcceptor, type AcceptorOptions } from '../testing/rdp/credssp-acceptor.js';
import { bindingOf, CredSspClient, SHAPES, type CredSspStep, type Shape } from './credssp.js';
import { readFields } from './der.js';
import { RdpProtocolError } from './protocol-error.js';
import { decodeTsRequest, encodeTsRequest } from './ts-request.js';

const PUBLIC_KEY = Buffer.from('30820 10a'.replace(/\s/g, '') + 'ab'.repeat(60), 'hex');
const ACCOUNT = { user: 'Administrator', password: 'Sunrise-9!' };

function setup(
  options: Partial<AcceptorOptions> = {},
  publicKey = PUBLIC_KEY,
  shape: Shape = 'spnego',
) {
  const client = new CredSspClient(ACCOUNT, 'TERMSRV/192.0.2.1', publicKey, shape);
  const server = new CredSspAcceptor({ ...ACCOUNT, publicKey: PUBLIC_KEY, ...options });
  const sent: Buffer[] = [];
  /** Runs the exchange to its end; returns null if the server hangs up. */
  const converse = (): CredSspStep | null => {
    let message = client.first();
    for (;;) {
      sent.push(message);
      const { send } = server.receive(message);
      if (!send) return null;
      const step = client.receive(send);
      if (!('send' in step)) return step;
      message = step.send;
    }
  };
  return { client, server, sent, converse };
}

/** Returns the field numbers of each TSRequest sent by the client. */
const fieldsOf = (sent: Buffer[]) => sent.map((message) => [...readFields(message).keys()]);

describe(CredSspClient.name, () => {
  describe.each(SHAPES)('message shape %s', (shape) => {
    const inShape = (options: Partial<AcceptorOptions> = {}, publicKey = PUBLIC_KEY) =>
      setup(options, publicKey, shape);

    it.each([2, 3, 4, 5, 6])('is accepted by a server of version %i', (version) => {
      expect(inShape({ version }).converse()).toEqual({ accepted: { version } });
    });

    it.each([3, 4, 6])(
      'returns the error code of a wrong password from version %i on',
      (version) => {
        const { converse } = inShape({ version, password: 'another' });
        expect(converse()).toEqual({ refused: { status: 0xc000006d } });
      },
    );

    it('is refused by a server whose key differs from the TLS certificate’s', () => {
      const otherKey = Buffer.from(PUBLIC_KEY.map((byte) => byte ^ 1));
      const { converse, server } = inShape({}, otherKey);
      expect(converse()).toBeNull();
      expect(server.accepted).toBe(false);
    });

    it('rejects a forged proof', () => {
      const { client, server } = inShape();
      client.receive(server.receive(client.first()).send!);
      const forged = encodeTsRequest({ version: 6, pubKeyAuth: Buffer.alloc(48, 1) });
      expect(() => client.receive(forged)).toThrow(RdpProtocolError);
    });

    it('rejects its own public key as the proof', () => {
      const { client, server } = inShape();
      let step = client.receive(server.receive(client.first()).send!) as { send: Buffer };
      if (shape === 'spnego') {
        step = client.receive(server.receive(step.send).send!) as { send: Buffer };
      }
      const { pubKeyAuth } = decodeTsRequest(step.send);
      expect(() => client.receive(encodeTsRequest({ version: 6, pubKeyAuth }))).toThrow(
        RdpProtocolError,
      );
    });

    it('rejects a server that lowers its version after the challenge', () => {
      expect(() => inShape({ laterVersion: 4 }).converse()).toThrow('CredSSP version 4 after 6');
    });

    it('never sends the password', () => {
      const { converse, sent } = inShape();
      converse();
      const all = Buffer.concat(sent);
      for (const encoding of ['utf8', 'utf16le'] as const) {
        expect(all.includes(Buffer.from(ACCOUNT.password, encoding))).toBe(false);
      }
    });
  });

  it.each([
    [
      'bare',
      [
        [0, 1],
        [0, 1, 3, 5],
      ],
    ],
    [
      'spnego',
      [
        [0, 1],
        [0, 1],
        [0, 3, 5],
      ],
    ],
    [
      'spnego-combined',
      [
        [0, 1],
        [0, 1, 3, 5],
      ],
    ],
  ] as const)(
    'sends the public key in a separate leg only if SPNEGO continues: %s',
    (shape, legs) => {
      const { converse, sent } = setup({}, PUBLIC_KEY, shape);
      converse();
      expect(fieldsOf(sent)).toEqual(legs);
    },
  );

  it.each(['bare', 'spnego-combined'] as const)(
    'resends the public key to a server that asks for it after AUTHENTICATE: %s',
    (shape) => {
      const { converse, sent } = setup({ publicKeyLeg: 'separate-opened' }, PUBLIC_KEY, shape);
      expect(converse()).toEqual({ accepted: { version: 6 } });
      expect(fieldsOf(sent)).toEqual([
        [0, 1],
        [0, 1, 3, 5],
        [0, 3, 5],
      ]);
    },
  );

  it('sends the public key at most twice', () => {
    const { client, server } = setup();
    const { send } = server.receive(client.first());
    client.receive(send!);
    const empty = encodeTsRequest({ version: 6 });
    client.receive(empty);
    expect(() => client.receive(empty)).toThrow('no proof of the public key');
  });

  it('rejects a wrong mechListMIC before sending the public key', () => {
    const { converse, sent } = setup({ listSignature: 'wrong' });
    expect(converse).toThrow('a signature is not that of the key');
    expect(fieldsOf(sent)).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });

  it.each(['none', 'unsent'] as const)('accepts a proof if the mechListMIC is %s', (kind) => {
    for (const shape of ['spnego', 'spnego-combined'] as const) {
      const { converse } = setup({ listSignature: kind }, PUBLIC_KEY, shape);
      expect(converse()).toEqual({ accepted: { version: 6 } });
    }
  });

  it('ignores SPNEGO’s last token when it is repeated with the proof', () => {
    expect(setup({ repeatsToken: true }).converse()).toEqual({ accepted: { version: 6 } });
  });

  it('reports SPNEGO’s reject of AUTHENTICATE', () => {
    expect(setup({ rejects: true }).converse()).toEqual({ rejected: true });
  });

  it('rejects a proof that arrives before its own public key was sent', () => {
    const { client, server } = setup();
    client.receive(server.receive(client.first()).send!);
    const early = encodeTsRequest({ version: 6, pubKeyAuth: Buffer.alloc(48) });
    expect(() => client.receive(early)).toThrow('a proof before its turn');
  });

  it('uses version 6 with a newer server', () => {
    expect(setup({ version: 9 }).converse()).toEqual({ accepted: { version: 6 } });
  });

  it('counts as authenticated only after the challenge', () => {
    const { client, server } = setup();
    const challenge = server.receive(client.first()).send!;
    expect(client.hasAuthenticated).toBe(false);
    client.receive(challenge);
    expect(client.hasAuthenticated).toBe(true);
  });

  it.each([
    ['no message', ''],
    ['a message without a version', '3000'],
    ['version 1', encodeTsRequest({ version: 1, negoToken: Buffer.alloc(1) }).toString('hex')],
    ['a message without a token', encodeTsRequest({ version: 6 }).toString('hex')],
    [
      'a token that is not a challenge',
      encodeTsRequest({ version: 6, negoToken: Buffer.from('a0', 'hex') }).toString('hex'),
    ],
  ])('rejects %s in response to its first message', (_, message) => {
    const { client } = setup();
    expect(() => client.receive(Buffer.from(message, 'hex'))).toThrow(RdpProtocolError);
  });
});

describe(bindingOf.name, () => {
  it('returns the key before version 5, incremented in the first byte for the server', () => {
    const [client, server] = (['client', 'server'] as const).map((from) =>
      bindingOf(PUBLIC_KEY, null, from),
    );
    expect(client).toEqual(PUBLIC_KEY);
    expect(server[0]).toBe(PUBLIC_KEY[0] + 1);
    expect(server.subarray(1)).toEqual(PUBLIC_KEY.subarray(1));
  });

  it('returns a hash with the nonce from version 5 on, with a different text per direction', () => {
    const nonce = Buffer.alloc(32, 7);
    const bindings = (['client', 'server'] as const).map((from) =>
      bindingOf(PUBLIC_KEY, nonce, from).toString('hex'),
    );
    expect(new Set(bindings).size).toBe(2);
    expect(bindings[0]).toHaveLength(64);
  });
});
