import { createHash, randomBytes } from 'node:crypto';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { readCertificate } from '@casement/install-engine/rdp/certificate.js';
import { CredSspClient } from '@casement/install-engine/rdp/credssp.js';
import { signIn } from '@casement/install-engine/rdp/sign-in.js';
import { startRelay, type TestRelay } from '../../src/testing/relay.js';
import {
  FreerdpShadow,
  missingPrograms,
} from '@casement/install-engine/testing/rdp/freerdp-shadow.js';
import { RelayBrowser, type Opened } from '../../src/testing/relay-browser.js';
import { ScriptedDesktop } from '../../src/testing/scripted-desktop.js';

const ACCOUNT = { user: 'Administrator', password: 'Sünrise-9!' };

/** Uses NTLM without SPNEGO, the only mechanism that FreeRDP 2 supports. */
function clientFor({ certificates }: Opened): CredSspClient {
  const { publicKey } = readCertificate(certificates[0]);
  return new CredSspClient(ACCOUNT, 'TERMSRV/127.0.0.1', publicKey, 'bare');
}

const freerdp = missingPrograms.length === 0;
(freerdp ? describe : describe.skip)(
  `desktop of FreeRDP's shadow server${freerdp ? '' : ` (not run: no ${missingPrograms.join(', ')})`}`,
  () => {
    let shadow: FreerdpShadow;
    let relay: TestRelay;
    let target: { host: string; port: number; certificateSha256: string };

    beforeAll(async () => {
      shadow = await FreerdpShadow.start(ACCOUNT);
      const at = { host: '127.0.0.1', port: shadow.port };
      const proof = await signIn(at, ACCOUNT);
      target = {
        ...at,
        certificateSha256: proof.kind === 'accepted' ? proof.certificateSha256 : '',
      };
      relay = await startRelay();
    });
    afterAll(async () => {
      await relay.close();
      await shadow.close();
    });

    const lastReport = () => [...relay.install.reports.values()].at(-1);

    it('authenticates end-to-end by NLA through the pinned certificate', async () => {
      const ticket = relay.install.issue(target);
      const [browser, opened] = await RelayBrowser.open(relay.address, ticket);
      expect(opened).toMatchObject({ address: `127.0.0.1:${shadow.port}` });
      const [own] = (opened as Opened).certificates;
      expect(createHash('sha256').update(own).digest('hex')).toBe(target.certificateSha256);

      const { step, bytes } = await browser.signIn(clientFor(opened as Opened));
      expect(step).toEqual({ accepted: { version: 6 } });
      browser.close();
      expect((await browser.end()).code).toBe(1000);
      await waitFor(() => lastReport()?.ended === 'closed');
      expect(lastReport()).toMatchObject({
        bytesToWindows: bytes.sent,
        bytesToBrowser: bytes.received,
      });
    });

    it('does not open a desktop whose certificate differs from the pinned one', async () => {
      const ticket = relay.install.issue({ ...target, certificateSha256: 'ab'.repeat(32) });
      const [browser, answer] = await RelayBrowser.open(relay.address, ticket);
      expect(answer).toMatchObject({ tlsAlert: 42 });
      expect(await browser.end()).toEqual({ code: 4003, reason: 'certificate_changed' });
      await waitFor(() => lastReport()?.ended === 'certificate_changed');
      expect(lastReport()).toMatchObject({ bytesToWindows: 0, bytesToBrowser: 0 });
    });

    it('does not open a desktop that offers only TLS', async () => {
      const tls = await FreerdpShadow.start(ACCOUNT, 'tls');
      try {
        const ticket = relay.install.issue({ ...target, port: tls.port });
        const [browser, answer] = await RelayBrowser.open(relay.address, ticket);
        expect(answer).toMatchObject({ tlsAlert: 71 });
        expect(await browser.end()).toEqual({ code: 4004, reason: 'no_nla' });
      } finally {
        await tls.close();
      }
    });
  },
);

describe('data from Windows', () => {
  let relay: TestRelay;
  beforeAll(async () => {
    relay = await startRelay();
  });
  afterAll(() => relay.close());

  const PIECES = 200;
  const picture = Buffer.from('a row of one colour '.repeat(4).repeat(PIECES));
  const large = randomBytes(200_000);

  /**
   * Sends data from Windows in several pieces.
   *
   * @returns the messages that the browser received and their size on the wire
   */
  async function received(sent: Buffer, pieces: number, subprotocols?: string[]) {
    const size = sent.length / pieces;
    const desktop = await ScriptedDesktop.start({
      secured: (tls) => {
        for (let n = 0; n < pieces; n += 1) tls.write(sent.subarray(n * size, (n + 1) * size));
      },
    });
    try {
      const { host, port, certificateSha256 } = desktop;
      const ticket = relay.install.issue({ host, port, certificateSha256 });
      const [browser] = await RelayBrowser.open(relay.address, ticket, subprotocols);
      const before = browser.bytes;
      const messages: Buffer[] = [];
      while (Buffer.concat(messages).length < sent.length) messages.push(await browser.receive());
      browser.close();
      expect(Buffer.concat(messages).equals(sent)).toBe(true);
      return { messages: messages.length, bytes: browser.bytes - before };
    } finally {
      await desktop.close();
    }
  }

  it('merges many pieces into few messages, complete, in order and compressed', async () => {
    const { messages, bytes } = await received(picture, PIECES);
    expect(messages).toBeLessThan(PIECES / 4);
    expect(bytes).toBeLessThan(picture.length / 10);
  });

  it('stays uncompressed for a browser that does not ask for compression', async () => {
    expect((await received(picture, PIECES, [])).bytes).toBe(picture.length);
    // The client offers the WebSocket extension, which would also compress the browser's messages; the relay does not
    // accept it.
    expect((await RelayBrowser.connect(relay.address)).socket.extensions).toBe('');
  });

  it('grows only slightly when it is incompressible or too large to compress', async () => {
    expect((await received(large, 1)).bytes).toBeLessThan(large.length * 1.01);
  });
});
