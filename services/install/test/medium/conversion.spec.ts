import { createServer } from 'node:net';
import { freePort } from '@casement/common/testing/free-port.js';
import { InstallLab } from '../simulator/install-lab.js';

const KEY = 'BCDFG-HJKMP-QRTVW-XY346-789BC';

describe('install on a simulated VPS', () => {
  let lab: InstallLab;

  beforeAll(async () => {
    lab = await InstallLab.start();
  });
  afterAll(() => lab.close());
  beforeEach(() => lab.grant(1));

  it('§4 goes from pending to completed, spends the quota and erases the root password', async () => {
    const vps = await lab.vps('127.0.1.1');
    const id = await lab.begin('127.0.1.1');
    const record = await lab.settled(id);
    expect(record).toMatchObject({
      status: 'completed',
      failure: null,
      quota: 'spent',
      progress: { committed: true, percent: 100 },
      rdp: {
        account: 'Administrator',
        port: lab.sshPort,
        proof: 'password_accepted',
        certificate_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
    });
    expect(vps.state).toBe('windows');
    // All scripts use one connection because firewalls limit new ones.
    expect(vps.linux.ran.filter((script) => script === 'attach')).toHaveLength(1);
    expect(vps.rdp?.accepted).toBe(1);
    expect(await lab.quota()).toBe(0);
    expect(await lab.installRow(id)).toMatchObject({ vps_password: null, agent_token_hash: null });

    const text = await lab.metrics();
    expect(text).toMatch(/casement_installs_ended_total\{outcome="completed",phase="\w+"\} 1\n/);
    expect(text).toMatch(
      /casement_install_step_seconds_count\{phase="\w+",step="write",outcome="done"\} 1\n/,
    );
    expect(text).toContain('casement_install_queue_oldest_seconds 0\n');
    expect(text).toContain('casement_installs_due{region=""} 0\n');
    expect(text).toContain('casement_installs_held{region=""} 0\n');
    expect(text).toMatch(/casement_install_slots [1-9]\d*\n/);
  });

  it('converts two VPSs behind one NAT address at the same time, each at its public port', async () => {
    await lab.grant(2);
    const ip = '127.0.1.72';
    const ports = [await freePort(), await freePort()];
    const vpss = await Promise.all(ports.map((port) => lab.vps(ip, { port })));
    vpss[1].linux.facts = { SSH_CONNECTION: '192.0.2.9 51234 10.0.2.15 2222', LISTENING: '2222' };
    const ids = await Promise.all(ports.map((ssh_port) => lab.begin(ip, { ssh_port })));
    const records = await Promise.all(ids.map((id) => lab.settled(id)));
    expect(records.map(({ status, rdp_port, rdp }) => [status, rdp_port, rdp?.port])).toEqual(
      ports.map((port) => ['completed', port, port]),
    );
    expect(vpss.map(({ windowsInput }) => windowsInput?.rdpPort)).toEqual([22, 2222]);
  });

  describe('settings of Windows', () => {
    it('come from Linux without choices', async () => {
      const vps = await lab.vps('127.0.1.70');
      const id = await lab.begin('127.0.1.70');
      await lab.settled(id);
      const { settings, computerName, rdpFrom } = vps.windowsInput!;
      expect(settings).toEqual(
        expect.arrayContaining(['TIME_ZONE=SE Asia Standard Time', 'REGION=en-US', 'ACCOUNT=']),
      );
      expect([computerName, rdpFrom]).toEqual(['simulated-vps', 'any']);
      expect(settings).toContain('DISPLAY_LANGUAGE=');
      expect(vps.windowsInput?.answerLanguage).toBe('de-DE');
    });

    it('use the chosen network, and a refused licence key is logged without failing the install', async () => {
      const vps = await lab.vps('127.0.1.73');
      const windows_options = {
        dns: ['9.9.9.9'],
        address: '10.0.2.15/24',
        gateway: '10.0.2.3',
        ipv6: false,
        product_key: KEY,
      };
      const id = await lab.begin('127.0.1.73', { windows_options });
      expect(await lab.settled(id)).toMatchObject({ status: 'completed' });
      expect(vps.windowsInput?.network).toEqual(
        expect.arrayContaining([
          'MODE=static',
          'GATEWAY=10.0.2.3',
          'DNS=9.9.9.9',
          'DNS_CHOSEN=yes',
          'IPV6=no',
        ]),
      );
      expect(vps.windowsInput).toMatchObject({
        productKey: KEY,
        settings: expect.arrayContaining(['DNS=9.9.9.9', 'IPV6=off']) as string[],
      });
      const row = await lab.installRow(id);
      expect(row).toMatchObject({ product_key: null });
      const log = async () => (await lab.responsesAbout([id])).join('\n');
      const refused = 'Windows: Licence key: refused by Windows: [removed] is invalid (0xC004F050)';
      await lab.until(async () => (await log()).includes(refused));
      expect(JSON.stringify([await log(), await lab.installRow(id)])).not.toContain(KEY);
    });

    it('run a script once after the proof, whose output is logged without the password', async () => {
      const vps = await lab.vps('127.0.1.74');
      const script = "Install-App 'Sesame-Of-Script'\n";
      const passwd_rdp = 'Rdp-Sesame-73!';
      const id = await lab.begin('127.0.1.74', { passwd_rdp, windows_options: { script } });
      expect(await lab.settled(id)).toMatchObject({ status: 'completed' });
      expect(vps.windowsInput).toMatchObject({
        script,
        settings: expect.arrayContaining(['AFTER_PROOF=first-start script']) as string[],
      });
      const log = async () => (await lab.responsesAbout([id])).join('\n');
      const ended = 'Windows: First-start script: ended with code 0';
      await lab.until(async () => (await log()).includes(ended));
      expect(await log()).toContain('Windows: First-start script: signed in with [removed]');
      const row = await lab.installRow(id);
      expect(row).toMatchObject({ script_sealed: null });
      expect(JSON.stringify([row, await log()])).not.toMatch(/Sesame-Of-Script|Rdp-Sesame/);
    });

    it('follow the choices, are logged, and the second password is erased at the end', async () => {
      const vps = await lab.vps('127.0.1.71');
      const windows_options = {
        time_zone: 'Europe/Berlin',
        display_language: 'id-ID',
        computer_name: 'OFFICE',
        account_name: 'budi',
        account_password: 'Rahasia-123',
        networks: ['203.0.113.9/24'],
      };
      const id = await lab.begin('127.0.1.71', { windows_options });
      expect(await lab.settled(id)).toMatchObject({ status: 'completed' });
      expect(vps.windowsInput).toMatchObject({
        settings: expect.arrayContaining([
          'TIME_ZONE=W. Europe Standard Time',
          'DISPLAY_LANGUAGE=id-ID',
          'ACCOUNT=budi',
          'ACCOUNT_GROUP=users',
        ]) as string[],
        computerName: 'OFFICE',
        rdpFrom: '203.0.113.0/24,198.51.100.0/24',
        accountPassword: 'Rahasia-123',
      });
      const log = async () => (await lab.responsesAbout([id])).join('\n');
      await lab.until(async () => (await log()).includes('Windows: ACCOUNT=budi'));
      expect(await lab.installRow(id)).toMatchObject({
        account_password: null,
        windows_options: { computer_name: 'OFFICE', account_name: 'budi' },
      });
    });
  });

  it('continues from an address blocked meanwhile, which stays blocked for other calls', async () => {
    // Source address of the simulated VPS's calls.
    const here = '127.0.0.1';
    const vps = await lab.vps('127.0.1.60', {
      onPoint: async (point) => {
        if (point === 'check-in') await lab.block(here);
      },
    });
    try {
      const id = await lab.begin('127.0.1.60');
      const status = async () => (await lab.installRow(id))['status'];
      await lab.until(async () => (await status()) === 'completed');
      expect(vps.points).toContain('check-in');
      expect(await lab.statusFrom(here)).toBe(403);
    } finally {
      await lab.unblock(here);
    }
  });

  it('fails on a wrong root password and returns the quota', async () => {
    const vps = await lab.vps('127.0.1.2');
    const id = await lab.begin('127.0.1.2', { passwd_vps: 'wrong' });
    const record = await lab.settled(id);
    expect(record).toMatchObject({ status: 'failed', failure: { code: 'SSH_AUTH_FAILED' } });
    expect(vps.points).toEqual([]);
    expect(await lab.quotaBecomes(1)).toBe(1);
  });

  it('fails if nothing listens on the port', async () => {
    const id = await lab.begin('127.0.1.3');
    expect(await lab.settled(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'SSH_REFUSED' },
    });
    expect(await lab.quotaBecomes(1)).toBe(1);
  });

  it('fails if a server accepts connections but never responds', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined));
    await new Promise<void>((resolve) => silent.listen(lab.sshPort, '127.0.1.4', resolve));
    const id = await lab.begin('127.0.1.4');
    expect(await lab.settled(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'SSH_SILENT' },
    });
    expect(await lab.quotaBecomes(1)).toBe(1);
    silent.close();
  });

  it('fails and returns the quota when the VPS dies before the commit', async () => {
    const vps = await lab.vps('127.0.1.5', {
      onPoint: async (point) => {
        if (point === 'check-in') await vps.cutPower();
      },
    });
    const id = await lab.begin('127.0.1.5');
    await lab.atStep(id, 'check-in');
    await lab.letTimePass(id, 13);
    await lab.atStep(id, 'restore');
    await lab.letTimePass(id, 16);
    expect(await lab.settled(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'STAGE_SILENT' },
      progress: { committed: false },
    });
    expect(await lab.quotaBecomes(1)).toBe(1);
  });

  it('waits for a review that holds quota and address when the VPS dies after the commit', async () => {
    const vps = await lab.vps('127.0.1.6', {
      onPoint: async (point) => {
        if (point === 'written') await vps.cutPower();
      },
    });
    const id = await lab.begin('127.0.1.6');
    await lab.atStep(id, 'write');
    await lab.until(() => vps.state === 'off');
    await lab.letTimePass(id, 6);
    expect(await lab.settled(id)).toMatchObject({
      status: 'manual_review',
      failure: { code: 'AGENT_LOST' },
      quota: 'held',
    });
    await lab.grant(1);
    expect((await lab.request('127.0.1.6')).status).toBe(409);
    expect(await lab.quota()).toBe(1);
    const row = await lab.installRow(id);
    expect(row['vps_password']).toBeNull();
    expect(row['agent_token_hash']).not.toBeNull();
    await lab.letTimePass(id, 24 * 60 + 1);
    await lab.atStep(id, 'end');
    expect(await lab.installRow(id)).toMatchObject({
      status: 'manual_review',
      agent_token_hash: null,
    });
  });

  it('leaves no files on the VPS after a failure before the commit', async () => {
    let broken = false;
    const vps = await lab.vps('127.0.1.7', {
      onPoint: (point) => {
        if (point !== 'boot-grub' || broken) return;
        broken = true;
        vps.linux.refuseNext('boot-grub');
      },
    });
    const id = await lab.begin('127.0.1.7');
    expect(await lab.settled(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'BOOT_ONCE_FAILED' },
    });
    expect(vps.linux.files.size).toBe(0);
    expect(vps.state).toBe('linux');
    expect(await lab.quotaBecomes(1)).toBe(1);
  });

  it('fails if the restart ends in Linux and leaves no files on the VPS', async () => {
    const vps = await lab.vps('127.0.1.40', { restartsIntoLinux: true });
    const id = await lab.begin('127.0.1.40');
    await lab.atStep(id, 'check-in');
    await lab.letTimePass(id, 1);
    expect(await lab.settled(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'STAGE_NOT_STARTED' },
      restored: { linux: true, clean: true, left: [] },
      progress: { committed: false },
    });
    expect(vps.linux.files.size).toBe(0);
    expect(await lab.quotaBecomes(1)).toBe(1);
  });

  it("ends despite NUL bytes and split emoji in the VPS's output", async () => {
    let broken = false;
    const vps = await lab.vps('127.0.1.10', {
      onPoint: (point) => {
        if (point !== 'boot-grub' || broken) return;
        broken = true;
        // The engine keeps the last 500 characters, which splits a surrogate pair.
        vps.linux.refuseNext('boot-grub', `\0\u{1f600}\0${'\u{1f600}'.repeat(300)}x`);
      },
    });
    const id = await lab.begin('127.0.1.10');
    expect(await lab.settled(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'BOOT_ONCE_FAILED' },
    });
    expect(await lab.quotaBecomes(1)).toBe(1);
  });

  it('ends despite a word that is longer than an event allows', async () => {
    const vps = await lab.vps('127.0.1.30');
    vps.linux.facts = { ARCH: 'x'.repeat(400_000) };
    const id = await lab.begin('127.0.1.30');
    const { failure } = await lab.settled(id);
    expect(failure).toMatchObject({ code: 'ARCH_UNSUPPORTED' });
    expect(failure!.message.length).toBeLessThan(400);
    expect(await lab.quotaBecomes(1)).toBe(1);
  });

  it('refuses a commit requested after the failure and returns the VPS to Linux', async () => {
    let letGo = (): void => undefined;
    const failing = new Promise<void>((resolve) => (letGo = resolve));
    const vps = await lab.vps('127.0.1.9', {
      onPoint: (point) => (point === 'commit' ? failing : undefined),
    });
    const id = await lab.begin('127.0.1.9');
    await lab.atStep(id, 'commit');
    await lab.letTimePass(id, 13);
    await lab.atStep(id, 'restore');
    letGo();
    expect(await lab.settled(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'STAGE_SILENT' },
      restored: { linux: true, clean: true, left: [] },
      progress: { committed: false },
    });
    expect(vps.state).toBe('linux');
    expect(vps.points).not.toContain('chunk');
    expect(vps.linux.files.size).toBe(0);
    expect(await lab.quotaBecomes(1)).toBe(1);
  });

  it('signs in with the name that Windows uses for its administrator', async () => {
    await lab.vps('127.0.1.11', { windows: { user: 'Администратор' } });
    const id = await lab.begin('127.0.1.11');
    expect(await lab.settled(id)).toMatchObject({
      status: 'completed',
      rdp: { account: 'Администратор', proof: 'password_accepted' },
    });
  });

  it('ends in review after three attempts if Windows has another password', async () => {
    const vps = await lab.vps('127.0.1.12', { windows: { password: 'another' } });
    const id = await lab.begin('127.0.1.12');
    expect(await lab.settled(id)).toMatchObject({
      status: 'manual_review',
      failure: { code: 'RDP_PASSWORD_REFUSED' },
      quota: 'held',
      rdp: null,
    });
    expect(vps.rdp?.tried).toBe(3);
  });

  it('completes after a handshake if the image is marked as without NLA', async () => {
    const vps = await lab.vps('127.0.1.13', { windows: { offers: 'tls' } });
    const id = await lab.begin('127.0.1.13', { win_ver: 'simulated-without-nla' });
    expect(await lab.settled(id)).toMatchObject({
      status: 'completed',
      rdp: { account: 'Administrator', proof: 'handshake', certificate_sha256: null },
    });
    expect(vps.rdp?.tried).toBe(0);
  });

  it('never mistakes an SSH server after the restart for Windows', async () => {
    const vps = await lab.vps('127.0.1.8', { windows: 'ssh' });
    const id = await lab.begin('127.0.1.8');
    await lab.until(() => vps.state === 'windows');
    await lab.atStep(id, 'start');
    await lab.until(
      async () => (await lab.engineState(id)).lastAnswer?.startsWith('other') ?? false,
    );
    await lab.letTimePass(id, 46);
    expect(await lab.settled(id)).toMatchObject({
      status: 'manual_review',
      failure: { code: 'WINDOWS_NOT_RDP' },
    });
  });

  it('accepts agent calls only with the token of a live install', async () => {
    const id = await lab.begin('127.0.1.1');
    const base = `http://127.0.0.1:${lab.httpPort}`;
    for (const path of ['/api/install/agent/time', `/images/chunks/${lab.chunkHashes[0]}`]) {
      const without = await fetch(`${base}${path}`);
      const forged = await fetch(`${base}${path}`, { headers: { authorization: 'Bearer forged' } });
      expect([without.status, forged.status]).toEqual([401, 401]);
    }
    await lab.settled(id);
  });
});
