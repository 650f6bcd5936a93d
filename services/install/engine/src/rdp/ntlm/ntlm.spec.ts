import { RdpProtocolError } from '../protocol-error.js';
import { answeredPairs, readAvPairs, timestampOf, writeAvPairs } from './av-pairs.js';
import { negotiateMessage, readChallenge, readField } from './messages.js';
import { NtlmClient } from './ntlm-client.js';
import { rc4 } from './rc4.js';
import { ntKey, ntResponse } from './responses.js';
import { NtlmSession } from './session.js';

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');

// Common values of MS-NLMP 4.2 and values of 4.2.4 (NTLMv2 authentication).
const SERVER_CHALLENGE = hex('0123456789abcdef');
const CLIENT_CHALLENGE = hex('aaaaaaaaaaaaaaaa');
const SESSION_KEY = Buffer.alloc(16, 0x55);
const TARGET_INFO = hex(`02000c0044006f006d00610069006e00
  01000c005300650072007600650072000000 0000`);
const CHALLENGE = hex(`4e544c4d53535000 02000000 0c000c0038000000 33828ae2 0123456789abcdef
  0000000000000000 2400240044000000 060070170000000f 530065007200760065007200
  02000c0044006f006d00610069006e00 01000c005300650072007600650072000000 0000`);

describe('MS-NLMP 4.2.4 test vectors', () => {
  const key = () => ntKey('Password', 'User', 'Domain');
  const response = () =>
    ntResponse(key(), SERVER_CHALLENGE, {
      timestamp: Buffer.alloc(8),
      clientChallenge: CLIENT_CHALLENGE,
      targetInfo: TARGET_INFO,
    });

  it('4.2.4.1.1: computes NTOWFv2', () => {
    expect(key()).toEqual(hex('0c868a403bfd7a93a3001ef22ef02e3f'));
  });

  it('4.2.4.2.2: computes the response, whose first 16 bytes are the proof', () => {
    expect(response().response).toEqual(
      hex(`68cd0ab851e51c96aabc927bebef6a1c 0101000000000000 0000000000000000 aaaaaaaaaaaaaaaa
        00000000 02000c0044006f006d00610069006e00 01000c005300650072007600650072000000 0000 00000000`),
    );
  });

  it('4.2.4.1.2 and 4.2.4.2.3: computes the session base key and the encrypted session key', () => {
    const { keyExchangeKey } = response();
    expect(keyExchangeKey).toEqual(hex('8de40ccadbc14a82f15cb0ad0de95ca3'));
    expect(rc4(keyExchangeKey, SESSION_KEY)).toEqual(hex('c5dad2544fc9799094ce1ce90bc9d03e'));
  });

  it('4.2.4.3: parses the challenge', () => {
    const { serverChallenge, targetInfo } = readChallenge(CHALLENGE);
    expect(serverChallenge).toEqual(SERVER_CHALLENGE);
    expect(targetInfo.map(({ id, value }) => [id, value.toString('utf16le')])).toEqual([
      [2, 'Domain'],
      [1, 'Server'],
    ]);
  });

  it('4.2.4.4: seals a message', () => {
    const sealed = new NtlmSession(SESSION_KEY, 'client').seal(Buffer.from('Plaintext', 'utf16le'));
    expect(sealed).toEqual(
      hex('010000007fb38ec5c55d497600000000 54e50165bf1936dc996020c1811b0f06fb5f'),
    );
  });
});

describe(NtlmSession.name, () => {
  const setup = () => ({
    client: new NtlmSession(SESSION_KEY, 'client'),
    server: new NtlmSession(SESSION_KEY, 'server'),
  });
  const list = Buffer.from('mechanisms');
  const text = Buffer.from('public key');

  it('opens consecutive messages sealed by the other side, in both directions', () => {
    const { client, server } = setup();
    for (const [from, to] of [
      [client, server],
      [server, client],
      [client, server],
    ] as const) {
      expect(to.open(from.seal(text))).toEqual(text);
    }
  });

  it('after signing a list, seals from the initial cipher state with the next sequence number', () => {
    const { client, server } = setup();
    server.checkList(list, client.signList(list));
    const sealed = client.seal(text);
    expect(sealed.subarray(16)).toEqual(setup().client.seal(text).subarray(16));
    expect(sealed.readUInt32LE(12)).toBe(1);
    expect(server.open(sealed)).toEqual(text);
  });

  it('rejects messages that were altered or sealed with another key', () => {
    const { client, server } = setup();
    const sealed = client.seal(text);
    sealed[20] ^= 1;
    expect(() => server.open(sealed)).toThrow(RdpProtocolError);
    const stranger = new NtlmSession(Buffer.alloc(16, 0x56), 'client');
    expect(() => setup().server.open(stranger.seal(text))).toThrow(RdpProtocolError);
    expect(() => setup().server.checkList(list, stranger.signList(list))).toThrow(RdpProtocolError);
  });

  it('rejects messages shorter than a signature', () => {
    expect(() => setup().server.open(Buffer.alloc(5))).toThrow(RdpProtocolError);
  });
});

describe(readChallenge.name, () => {
  it.each([
    ['an empty message', ''],
    ['another message type', negotiateMessage().toString('hex')],
    ['a truncated message', CHALLENGE.subarray(0, 47).toString('hex')],
    ['target information outside of the message', CHALLENGE.subarray(0, 90).toString('hex')],
  ])('rejects %s', (_, message) => {
    expect(() => readChallenge(hex(message))).toThrow(RdpProtocolError);
  });

  it('rejects a server without sealing or session security', () => {
    for (const flag of [0x20, 0x80000, 0x40000000]) {
      const weak = Buffer.from(CHALLENGE);
      weak.writeUInt32LE((weak.readUInt32LE(20) & ~flag) >>> 0, 20);
      expect(() => readChallenge(weak)).toThrow('an NTLM that does not seal');
    }
  });
});

describe(readAvPairs.name, () => {
  it('rejects a list without an end or with a value outside of it', () => {
    for (const bytes of ['', '0100', '010004004100', '0100020041004200']) {
      expect(() => readAvPairs(hex(bytes))).toThrow(RdpProtocolError);
    }
  });

  it("returns the server's pairs plus the MIC flag and the target name", () => {
    const serverPairs = [
      { id: 6, value: hex('01000000') },
      { id: 7, value: hex('0102030405060708') },
    ];
    const answered = readAvPairs(writeAvPairs(answeredPairs(serverPairs, 'TERMSRV/h')));
    expect(answered.map(({ id, value }) => [id, value.toString('hex')])).toEqual([
      [7, '0102030405060708'],
      [6, '02000000'],
      [9, Buffer.from('TERMSRV/h', 'utf16le').toString('hex')],
    ]);
    expect(timestampOf(serverPairs, new Date())).toEqual(serverPairs[1].value);
  });

  it('returns our own time since 1601 if the server sends none', () => {
    expect(timestampOf([], new Date('1970-01-01T00:00:00Z')).readBigUInt64LE()).toBe(
      116_444_736_000_000_000n,
    );
  });
});

describe(ntKey.name, () => {
  it('upper-cases the account name character by character', () => {
    expect(ntKey('p', 'administrator', '')).toEqual(ntKey('p', 'ADMINISTRATOR', ''));
    expect(ntKey('p', 'Администратор', '')).toEqual(ntKey('p', 'АДМИНИСТРАТОР', ''));
    expect(ntKey('p', 'groß', '')).not.toEqual(ntKey('p', 'GROSS', ''));
  });
});

describe(NtlmClient.name, () => {
  it('sends the account name only in the last message and never the password', () => {
    const client = new NtlmClient({ user: 'Hans', password: 'Sunrise-9!' }, 'TERMSRV/192.0.2.1');
    const { authenticate } = client.answer(CHALLENGE);
    const messages = [client.negotiate, authenticate];
    expect(readField(authenticate, 36).toString('utf16le')).toBe('Hans');
    expect(client.negotiate.includes(Buffer.from('Hans', 'utf16le'))).toBe(false);
    for (const message of messages) {
      for (const encoding of ['utf8', 'utf16le'] as const) {
        expect(message.includes(Buffer.from('Sunrise-9!', encoding))).toBe(false);
      }
    }
  });
});
