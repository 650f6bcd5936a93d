import type { Batch } from '@casement/proto/http/install/batches/batches.js';
import type { RdpCheck } from '@casement/proto/http/install/rdp.js';
import type { Script } from '@casement/proto/http/install/windows/scripts.js';
import ssh2, { type ParsedKey } from 'ssh2';
import { md4 } from '@casement/install-engine/rdp/ntlm/md4.js';
import { openPrivateKey } from '@casement/install-engine/ssh/private-key.js';
import { sshKey } from '@casement/install-engine/testing/ssh-key.js';
import { InstallLab } from '../simulator/install-lab.js';

const ROOT = 'Sesame-Of-Root-73!';
const RDP = 'Sesame-Of-Rdp-73!';
const ACCOUNT = 'Sesame-Of-Account-73!';
const PRODUCT_KEY = 'BCDFG-HJKMP-QRTVW-XY346-789BC';
const SCRIPT = 'Sesame-Of-Script-73!';
const SAVED = 'Sesame-Of-Saved-Script-73!';
const TYPED = 'Sesame-Typed-73!';
const PHRASE = 'Sesame-Of-Key-73!';
const { text: KEY, open: OPEN } = sshKey('-t', 'ed25519', '-N', PHRASE);
const linesOf = (key: string) =>
  key.split('\n').filter((line) => line.length > 40 && !line.startsWith('-----'));
/** Every encoding in which the secrets are transmitted. */
const FORMS = [
  ROOT,
  RDP,
  ACCOUNT,
  PRODUCT_KEY,
  SCRIPT,
  SAVED,
  TYPED,
  PHRASE,
  ...linesOf(KEY),
].flatMap((secret) => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret, 'utf16le').toString('base64'),
  Buffer.from(secret).toString('hex'),
  // The NTLM hash is equivalent to the password.
  md4(Buffer.from(secret, 'utf16le')).toString('hex'),
  md4(Buffer.from(secret, 'utf16le')).toString('base64'),
]);
const found = (text: string) => FORMS.filter((form) => text.includes(form));

describe('secrets of installs, a check and a desktop', () => {
  let lab: InstallLab;

  beforeAll(async () => {
    lab = await InstallLab.start({ logLevel: 'debug' });
    await lab.keepOutboxes();
  });
  afterAll(() => lab.close());

  it('appear in no log, database, event or response', async () => {
    await lab.grant(4);
    const windows_options = {
      account_name: 'budi',
      account_password: ACCOUNT,
      product_key: PRODUCT_KEY,
      script: `$password = '${SCRIPT}'`,
    };
    const over = { passwd_vps: ROOT, passwd_rdp: RDP, windows_options };
    const opened = await openPrivateKey(KEY, PHRASE);
    if ('problem' in opened) throw new Error(opened.problem);
    FORMS.push(...linesOf(opened.key));
    const byKey = { passwd_vps: '', ssh_key: KEY, ssh_passphrase: PHRASE };
    const key = ssh2.utils.parseKey(OPEN) as ParsedKey;
    await lab.vps('127.0.6.1', { password: ROOT, key });
    await lab.vps('127.0.6.2');
    let broken = false;
    const third = await lab.vps('127.0.6.3', {
      password: ROOT,
      onPoint: (point) => {
        if (point !== 'boot-grub' || broken) return;
        broken = true;
        // A hostile VPS prints the password that was used to sign in.
        third.linux.refuseNext('boot-grub', `signed in with ${ROOT}`);
      },
    });
    await lab.vps('127.0.6.5', { password: ROOT });
    const { id: check } = await lab.check('127.0.6.1', byKey);
    await lab.checked(check);
    const ids: string[] = [];
    ids.push(await lab.begin('127.0.6.1', { ...over, ...byKey }));
    ids.push(await lab.begin('127.0.6.2', { ...over, ...byKey, passwd_vps: ROOT }));
    ids.push(await lab.begin('127.0.6.3', over));
    ids.push(await lab.begin('127.0.6.5', { ...over, win_ver: 'simulated-without-nla' }));
    const [done, wrong, failed, handshake] = ids;
    expect(await lab.settled(done)).toMatchObject({
      status: 'completed',
      passwd_rdp: null,
      rdp: { proof: 'password_accepted' },
    });
    expect(await lab.settled(wrong)).toMatchObject({
      failure: { code: 'SSH_AUTH_FAILED' },
    });
    expect(await lab.settled(failed)).toMatchObject({
      failure: { code: 'BOOT_ONCE_FAILED' },
    });
    expect(await lab.settled(handshake)).toMatchObject({ rdp: { proof: 'handshake' } });
    const checked = [await lab.checkRdp(handshake, TYPED), await lab.checkRdp(handshake, RDP)];
    expect(checked.map(({ text }) => (JSON.parse(text) as { data: RdpCheck }).data.code)).toEqual([
      'RDP_PASSWORD_REFUSED',
      'RDP_PASSWORD_ACCEPTED',
    ]);
    expect(await lab.quotaBecomes(2)).toBe(2);
    const [unused, used] = [await lab.desktopTicket(done), await lab.openDesktop(done)];
    FORMS.push(unused, used);
    const refused = [
      await lab.request('127.0.6.4', { ...over, win_ver: 'unknown' }),
      await lab.request('127.0.6.4', { ...over, passwd_rdp: `#${RDP}` }),
      await lab.request('10.0.0.1', over),
      await lab.request('127.0.6.4', {
        ...over,
        windows_options: { ...windows_options, account_name: 'Guest' },
      }),
      await lab.request('127.0.6.4', {
        ...over,
        windows_options: { ...windows_options, product_key: `${PRODUCT_KEY}0` },
      }),
      await lab.request('127.0.6.4', { ...over, ...byKey, ssh_passphrase: TYPED }),
      await lab.request('127.0.6.4', { ...over, ssh_key: `${KEY}${ROOT}`.slice(40) }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(Array(7).fill(400));

    await expectNoSecret(done, [
      ...(await lab.responsesAbout(ids)),
      ...[...refused, ...checked].map(({ text }) => text),
    ]);
  });

  it('appear nowhere after a batch with every option, in exports, or in dead letters', async () => {
    await lab.grant(3);
    const dataOf = <T>({ status, text }: { status: number; text: string }): T => {
      if (status >= 300) throw new Error(text);
      return (JSON.parse(text) as { data: T }).data;
    };
    const script = dataOf<Script>(
      await lab.customer('/user/scripts', { name: 'Set-up', content: `$token = '${SAVED}'` }),
    );
    await lab.vps('127.0.6.6', { password: ROOT });
    await lab.vps('127.0.6.7');
    const row = { passwd_vps: ROOT, passwd_rdp: RDP, win_ver: 'simulated' };
    const created = await lab.customer('/user/batches', {
      rows: [
        { ...row, ip: '127.0.6.6' },
        { ...row, ip: '127.0.6.7' },
        { ...row, ip: '127.0.6.8', passwd_rdp: `#${RDP}` },
        { ...row, ip: '127.0.6.9', win_ver: 'unknown' },
      ],
      ssh_key: KEY,
      ssh_passphrase: PHRASE,
      windows_options: {
        time_zone: 'Asia/Jakarta',
        keyboard: '00000409',
        region: 'id-ID',
        display_language: 'de-DE',
        account_name: 'budi',
        account_password: ACCOUNT,
        account_group: 'administrators',
        networks: ['198.51.100.0/24'],
        dns: ['9.9.9.9'],
        product_key: PRODUCT_KEY,
        script_id: script.id,
      },
    });
    const { id } = dataOf<Batch>(created);
    const batch = async () => dataOf<Batch>(await lab.customer(`/user/batches/${id}`));
    await lab.until(async () => (await batch()).status === 'ready');
    await lab.customer(`/user/batches/${id}/start`, { limit: 2 });
    await lab.until(async () => (await batch()).status === 'ended');
    const { rows } = await batch();
    expect(rows.map(({ status }) => status)).toEqual(['completed', 'unfit', 'refused', 'refused']);
    await lab.addDeadLetter();

    const done = rows[0].install_id!;
    const exported = await lab.dataExport();
    expect(exported.join()).toContain(done);
    expect(exported.join()).toContain(script.id);
    const read = await lab.responsesAbout([done]);
    for (const text of [done, 'simulated-linux', 'not an event'])
      expect(read.join()).toContain(text);
    await expectNoSecret(done, [
      created.text,
      ...exported,
      ...read,
      ...(await Promise.all(
        ['', `/${id}`, `/${id}/results.csv`].map((path) => lab.customer(`/user/batches${path}`)),
      ).then((answers) => answers.map(({ text }) => text))),
    ]);
  });

  /** @param id install that each stored source must mention */
  async function expectNoSecret(id: string, answers: string[]): Promise<void> {
    const stored = await lab.dumpStoredData();
    // Verifies that each searched source exists.
    for (const source of ['install-1.log', 'install-db', 'billing-db', 'events', 'outboxes']) {
      expect(stored[source]).toContain(id);
    }
    for (const [source, text] of Object.entries(stored)) {
      expect([source, found(text)]).toEqual([source, []]);
    }
    for (const answer of answers) expect(found(answer)).toEqual([]);
  }
});
