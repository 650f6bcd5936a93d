import { CredSspAcceptor, type AcceptorOptions } from '../../test/rdp/credssp-acceptor.js';
import { bindingOf, CredSspClient, type CredSspStep } from './credssp.js';
import { RdpProtocolError } from './protocol-error.js';
import { decodeTsRequest, encodeTsRequest } from './ts-request.js';

const PUBLIC_KEY = Buffer.from('30820 10a'.replace(/\s/g, '') + 'ab'.repeat(60), 'hex');
const ACCOUNT = { user: 'Administrator', password: 'Sunrise-9!' };

function setup(options: Partial<AcceptorOptions> = {}, publicKey = PUBLIC_KEY) {
  const client = new CredSspClient(ACCOUNT, 'TERMSRV/192.0.2.1', publicKey);
  const server = new CredSspAcceptor({ ...ACCOUNT, publicKey: PUBLIC_KEY, ...options });
  const sent: Buffer[] = [];
  /** To the end; null where the server hangs up. */
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

describe(CredSspClient.name, () => {
  it.each([2, 3, 4, 5, 6])('is proven the password by a server of version %i', (version) => {
    expect(setup({ version }).converse()).toEqual({ accepted: { version } });
  });

  it('speaks version 6 with a newer one', () => {
    expect(setup({ version: 9 }).converse()).toEqual({ accepted: { version: 6 } });
  });

  it.each([3, 4, 6])('is given the code of a wrong password by version %i', (version) => {
    const { converse } = setup({ version, password: 'another' });
    expect(converse()).toEqual({ refused: { status: 0xc000006d } });
  });

  it('refuses a server whose certificate is not the one that TLS was made with', () => {
    const { converse, server } = setup({}, Buffer.from(PUBLIC_KEY.map((byte) => byte ^ 1)));
    expect(converse()).toBeNull();
    expect(server.accepted).toBe(false);
  });

  it('refuses a proof by one who does not know the password', () => {
    const { client, server } = setup();
    const { send } = server.receive(client.first());
    client.receive(send!);
    const forged = encodeTsRequest({ version: 6, pubKeyAuth: Buffer.alloc(48, 1) });
    expect(() => client.receive(forged)).toThrow(RdpProtocolError);
  });

  it('refuses its own proof, sent back to it', () => {
    const { client, server } = setup();
    const step = client.receive(server.receive(client.first()).send!);
    const { pubKeyAuth } = decodeTsRequest((step as { send: Buffer }).send);
    expect(() => client.receive(encodeTsRequest({ version: 6, pubKeyAuth }))).toThrow(
      RdpProtocolError,
    );
  });

  it('has authenticated only once it was challenged', () => {
    const { client, server } = setup();
    const challenge = server.receive(client.first()).send!;
    expect(client.hasAuthenticated).toBe(false);
    client.receive(challenge);
    expect(client.hasAuthenticated).toBe(true);
  });

  it('sends two messages, and never the password', () => {
    const { converse, sent } = setup();
    converse();
    expect(sent).toHaveLength(2);
    const all = Buffer.concat(sent);
    for (const encoding of ['utf8', 'utf16le'] as const) {
      expect(all.includes(Buffer.from(ACCOUNT.password, encoding))).toBe(false);
    }
  });

  it.each([
    ['no message at all', ''],
    ['one without a version', '3000'],
    ['version 1', encodeTsRequest({ version: 1, negoToken: Buffer.alloc(1) }).toString('hex')],
    ['one without a token', encodeTsRequest({ version: 6 }).toString('hex')],
    [
      'a token that is no challenge',
      encodeTsRequest({ version: 6, negoToken: Buffer.from('a0', 'hex') }).toString('hex'),
    ],
  ])('refuses %s in answer to its first', (_, message) => {
    const { client } = setup();
    expect(() => client.receive(Buffer.from(message, 'hex'))).toThrow(RdpProtocolError);
  });
});

describe(bindingOf.name, () => {
  it('is the key itself before version 5, its first byte one higher from the server', () => {
    const [client, server] = (['client', 'server'] as const).map((from) =>
      bindingOf(PUBLIC_KEY, null, from),
    );
    expect(client).toEqual(PUBLIC_KEY);
    expect(server[0]).toBe(PUBLIC_KEY[0] + 1);
    expect(server.subarray(1)).toEqual(PUBLIC_KEY.subarray(1));
  });

  it('is a hash with the nonce from then on, of another text in each direction', () => {
    const nonce = Buffer.alloc(32, 7);
    const bindings = (['client', 'server'] as const).map((from) =>
      bindingOf(PUBLIC_KEY, nonce, from).toString('hex'),
    );
    expect(new Set(bindings).size).toBe(2);
    expect(bindings[0]).toHaveLength(64);
  });
});
