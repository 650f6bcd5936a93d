import { createHash } from 'node:crypto';
import { readCertificate } from '../../src/engine/rdp/certificate.js';
import { CredSspClient } from '../../src/engine/rdp/credssp.js';
import { signIn } from '../../src/engine/rdp/sign-in.js';
import { tsRequestSize } from '../../src/engine/rdp/ts-request.js';
import { waitFor } from '@casement/common/testing/wait-for.js';
import { startRelay, type TestRelay } from '../factories/relay.js';
import { FreerdpShadow, missingPrograms } from '../rdp/freerdp-shadow.js';
import { RelayBrowser, type Opened } from '../rdp/relay-browser.js';

const ACCOUNT = { user: 'Administrator', password: 'Sünrise-9!' };

/** Signs in as a browser does, with what comes through the relay. */
async function signInThrough(browser: RelayBrowser, { certificates }: Opened) {
  const { publicKey } = readCertificate(certificates[0]);
  const client = new CredSspClient(ACCOUNT, 'TERMSRV/127.0.0.1', publicKey, 'bare');
  let received = Buffer.alloc(0);
  let message = client.first();
  for (;;) {
    browser.send(message);
    let size: number | null = null;
    while (size === null || received.length < size) {
      received = Buffer.concat([received, await browser.receive()]);
      size = tsRequestSize(received);
    }
    const step = client.receive(received.subarray(0, size));
    received = received.subarray(size);
    if (!('send' in step)) return step;
    message = step.send;
  }
}

const freerdp = missingPrograms.length === 0;
(freerdp ? describe : describe.skip)(
  `a desktop of FreeRDP's shadow server${freerdp ? '' : ` (not run: no ${missingPrograms.join(', ')})`}`,
  () => {
    let shadow: FreerdpShadow;
    let relay: TestRelay;
    let certificateSha256: string;

    beforeAll(async () => {
      shadow = await FreerdpShadow.start(ACCOUNT);
      const proof = await signIn({ host: '127.0.0.1', port: shadow.port }, ACCOUNT);
      certificateSha256 = proof.kind === 'accepted' ? proof.certificateSha256 : '';
      relay = await startRelay();
    });
    afterAll(async () => {
      await relay.close();
      await shadow.close();
    });

    it('is signed in to by NLA from end to end, through the certificate that was pinned', async () => {
      const { install, address } = relay;
      const target = { host: '127.0.0.1', port: shadow.port, certificateSha256 };
      const [browser, opened] = await RelayBrowser.open(address, install.issue(target));
      expect(opened).toMatchObject({ address: `127.0.0.1:${shadow.port}` });
      const { certificates } = opened as Opened;
      expect(createHash('sha256').update(certificates[0]).digest('hex')).toBe(certificateSha256);

      expect(await signInThrough(browser, opened as Opened)).toEqual({ accepted: { version: 6 } });
      browser.close();
      await waitFor(() => install.reasons[0] === 'closed');
      const [report] = install.reports.values();
      expect(report.bytesToWindows).toBeGreaterThan(100);
      expect(report.bytesToBrowser).toBeGreaterThan(100);
    });
  },
);
