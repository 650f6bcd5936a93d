import { verdictOf } from '@casement/install-engine/rdp/outcome.js';
import { signIn } from '@casement/install-engine/rdp/sign-in.js';
import { readCertificate } from '@casement/install-engine/rdp/certificate.js';
import { CredSspClient, SHAPES, type Shape } from '@casement/install-engine/rdp/credssp.js';
import { startRelay } from '@casement/desktop-relay/testing/relay.js';
import { RelayBrowser, type Opened } from '@casement/desktop-relay/testing/relay-browser.js';
import { FreerdpShadow } from '../../src/testing/rdp/freerdp-shadow.js';
import { IronRdpServer } from '../rdp/ironrdp.js';

// Only `make judges` runs this file and sets both variables.
const FREERDP3 = process.env.JUDGE_FREERDP3 ?? '';
const IRONRDP = process.env.JUDGE_IRONRDP ?? '';

const ACCOUNT = { user: 'Administrator', password: 'Sünrise-9!' };
const LIMITS = { connectMs: 10_000, signInMs: 30_000 };

interface Judge {
  start: () => Promise<{ port: number; close: () => Promise<void> }>;
  /** Shapes that the server accepts, by the first shape sent. */
  accepts: Partial<Record<Shape, Shape>>;
  wrongPassword: string;
}

const JUDGES: Record<string, Judge> = {
  "FreeRDP 3's shadow server": {
    start: () => FreerdpShadow.start(ACCOUNT, 'nla', '640x480', FREERDP3),
    // The server returns the client's own public key if it arrives with AUTHENTICATE in SPNEGO.
    accepts: { bare: 'bare', spnego: 'spnego' },
    wrongPassword: 'RDP_SIGN_IN_LOST',
  },
  "IronRDP's server (sspi-rs, bare NTLM)": {
    start: () => IronRdpServer.start(IRONRDP, 'ntlm', ACCOUNT),
    accepts: { bare: 'bare', spnego: 'bare', 'spnego-combined': 'bare' },
    wrongPassword: 'RDP_SIGN_IN_LOST',
  },
  'sspi-rs with NTLM in SPNEGO': {
    start: () => IronRdpServer.start(IRONRDP, 'negotiate', ACCOUNT),
    accepts: { bare: 'spnego', spnego: 'spnego', 'spnego-combined': 'spnego-combined' },
    wrongPassword: 'RDP_SIGN_IN_LOST',
  },
};

describe.each(Object.entries(JUDGES))('sign-in to %s', (_, judge) => {
  let server: Awaited<ReturnType<Judge['start']>>;
  const target = () => ({ host: '127.0.0.1', port: server.port });

  beforeAll(async () => {
    server = await judge.start();
  });
  afterAll(() => server.close());

  const expected = SHAPES.flatMap((from) => {
    const accepted = judge.accepts[from];
    return accepted ? [[from, accepted] as const] : [];
  });
  it.each(expected)(
    'starting with shape %s is accepted in one attempt with shape %s',
    async (from, accepted) => {
      const sent: Shape[] = [];
      const admit = (shape: Shape) => sent.push(shape) > 0;
      const result = await signIn(target(), ACCOUNT, LIMITS, undefined, { from, admit });
      expect(result).toMatchObject({ kind: 'accepted', version: 6 });
      expect(sent).toEqual([accepted]);
    },
  );

  it('returns the wrong password code after at most three attempts', async () => {
    let tries = 0;
    const admit = () => (tries += 1) <= 3;
    const account = { ...ACCOUNT, password: 'another' };
    const result = await signIn(target(), account, LIMITS, undefined, { admit });
    const verdict = verdictOf(result, { account: ACCOUNT.user, port: 22 });
    expect(verdict).toMatchObject({ proven: false, code: judge.wrongPassword });
    expect(tries).toBe(1);
  });

  it('works through the desktop relay', async () => {
    const proof = await signIn(target(), ACCOUNT, LIMITS);
    const certificateSha256 = proof.kind === 'accepted' ? proof.certificateSha256 : '';
    const relay = await startRelay();
    try {
      const shape = judge.accepts.bare!;
      const ticket = relay.install.issue({ ...target(), certificateSha256 });
      const [browser, opened] = await RelayBrowser.open(relay.address, ticket);
      const { publicKey } = readCertificate((opened as Opened).certificates[0]);
      const client = new CredSspClient(ACCOUNT, 'TERMSRV/127.0.0.1', publicKey, shape);
      expect((await browser.signIn(client)).step).toEqual({ accepted: { version: 6 } });
      browser.close();
    } finally {
      await relay.close();
    }
  });
});
