import { InstallLab } from '../simulator/install-lab.js';
import { TEST_IMAGE_BYTES } from '../../src/testing/test-image.js';

describe('Check my VPS on a simulated VPS', () => {
  let lab: InstallLab;

  beforeAll(async () => {
    lab = await InstallLab.start();
  });
  afterAll(() => lab.close());

  it('passes an ordinary VPS with all findings, speed and time, and leaves no files on it', async () => {
    await lab.grant(1);
    const vps = await lab.vps('127.0.4.1');
    const { id, status } = await lab.check('127.0.4.1');
    expect(status).toBe(202);
    const check = await lab.checked(id);
    expect(check).toMatchObject({
      status: 'passed',
      failure: null,
      os_name: 'Debian GNU/Linux 12 (bookworm)',
      hostname: 'simulated-vps',
      disks: [{ name: 'vda', size: TEST_IMAGE_BYTES * 4, erased: true }],
      eta_seconds: expect.any(Number),
      rate: expect.any(Number),
    });
    // No install has provided a measured overhead yet.
    expect(check.install_seconds).toBe(check.eta_seconds! + 8 * 60);
    expect(check.findings.map(({ name }) => name)).toEqual([
      'root',
      'system',
      'architecture',
      'processor',
      'virtualisation',
      'kernel',
      'memory',
      'firmware',
      'start',
      'disk',
      'disk bus',
      'disk access',
      'disk size',
      'network',
      'address',
      'remote desktop',
      'network card',
      'boot once',
      'room',
      'clock',
      'service',
      'image',
    ]);
    expect(check.findings.every(({ result }) => result === 'ok')).toBe(true);
    expect(vps.linux.files.size).toBe(0);
    expect(vps.state).toBe('linux');
    // Verifies that no command that changes the VPS was run.
    expect(vps.linux.ran.filter((script) => !script.startsWith('upload'))).toEqual([
      'attach',
      'facts',
      'check',
    ]);
    expect(await lab.quota()).toBe(1);
    expect(await lab.checkRow(id)).toMatchObject({ vps_password: null, token_hash: null });
    // The following install succeeds with the host key seen by the check.
    const install = await lab.begin('127.0.4.1');
    expect(await lab.settled(install)).toMatchObject({ status: 'completed' });
  });

  it('reports for every disk whether an install erases it', async () => {
    const vps = await lab.vps('127.0.4.8');
    const disk = (name: string, size: number) =>
      `name=${name} size=${size} sector=512 bus=virtio-blk ro=0 removable=0 serial=${name} head=${'c'.repeat(64)} modules=virtio_blk`;
    vps.linux.facts = { DISK: `${disk('vda', 2 ** 35)}\nDISK=${disk('vdb', 2 ** 37)}` };
    const { id } = await lab.check('127.0.4.8');
    expect((await lab.checked(id)).disks).toEqual([
      { name: 'vda', size: 2 ** 35, erased: true },
      { name: 'vdb', size: 2 ** 37, erased: false },
    ]);
  });

  it('lists the addresses that Windows will not have', async () => {
    const vps = await lab.vps('127.0.4.9');
    const address = 'address=10.0.2.15/24 dynamic=yes';
    const other = 'card=eth1 address=10.9.0.5/24 dynamic=no';
    vps.linux.facts = { ADDRESS4: `${address}\nOTHER_ADDRESS=${other}` };
    const { id } = await lab.check('127.0.4.9');
    expect((await lab.checked(id)).lost_addresses).toEqual(['10.9.0.5/24 (eth1)']);
  });

  it('shows the network that Windows will get, with and without settings', async () => {
    await lab.vps('127.0.4.20');
    const { id } = await lab.check('127.0.4.20');
    expect((await lab.checked(id)).windows_network).toEqual({
      dhcp: true,
      addresses: ['10.0.2.15/24'],
      gateway: '10.0.2.2',
      dns: null,
      ipv6: null,
    });
    const network = {
      address: '10.0.2.15/24',
      gateway: '10.0.2.3',
      dns: ['9.9.9.9'],
      ipv6: false,
    };
    const { id: other } = await lab.check('127.0.4.20', { network });
    expect(await lab.checked(other)).toMatchObject({
      status: 'passed',
      windows_network: {
        dhcp: false,
        addresses: ['10.0.2.15/24'],
        gateway: '10.0.2.3',
        dns: ['9.9.9.9'],
        ipv6: false,
      },
    });
  });

  it('refuses an address to which the entered one does not lead', async () => {
    await lab.vps('127.0.4.21');
    const network = { address: '10.0.2.77/24', gateway: '10.0.2.2' };
    const { id } = await lab.check('127.0.4.21', { network });
    const { status, findings } = await lab.checked(id);
    expect([status, findings.find(({ result }) => result === 'refused')?.code]).toEqual([
      'refused',
      'ADDRESS_LOST',
    ]);
  });

  it('lists every refusal with code, message and remedy', async () => {
    const vps = await lab.vps('127.0.4.2');
    vps.linux.facts = { MEMORY_KB: '500000', CLOCK: '1000000000' };
    const { id } = await lab.check('127.0.4.2');
    const check = await lab.checked(id);
    expect(check.status).toBe('refused');
    const refused = check.findings.filter(({ result }) => result === 'refused');
    expect(refused.map(({ code }) => code)).toEqual(['MEMORY_TOO_SMALL', 'CLOCK_WRONG']);
    for (const { message, cure } of refused) {
      expect(message).toBeTruthy();
      expect(cure).toBeTruthy();
    }
    expect(check.findings.at(-1)).toMatchObject({ name: 'image', result: 'ok' });
  });

  it("lists the versions whose image has the machine's drivers and accepts them", async () => {
    const facts = {
      DISK: `name=nvme0n1 size=${2 ** 35} sector=512 bus=nvme ro=0 removable=0 serial=1 head=${'c'.repeat(64)} partitions=yes boot_code=yes modules=nvme`,
      ROOT_DISK: 'nvme0n1',
      NIC: 'name=ens5 mac=52:54:00:00:00:01 mtu=9001 driver=ena modules=ena',
    };
    const findings = async (ip: string, over: Record<string, string | undefined>) => {
      (await lab.vps(ip)).linux.facts = facts;
      const { id } = await lab.check(ip, over);
      return (await lab.checked(id)).findings.filter(({ name }) =>
        /^(disk bus|network card)$/.test(name),
      );
    };
    expect(await findings('127.0.4.30', {})).toMatchObject([
      { name: 'disk bus', result: 'ok' },
      {
        name: 'network card',
        code: 'NIC_OTHER_VERSION',
        cure: 'Choose a Windows version that has the driver: simulated-with-ena.',
      },
    ]);
    // A version with the driver, and no version.
    for (const [ip, win_ver] of [
      ['127.0.4.31', 'simulated-with-ena'],
      ['127.0.4.32', undefined],
    ] as const) {
      expect(await findings(ip, { win_ver })).toMatchObject([{ result: 'ok' }, { result: 'ok' }]);
    }
  });

  it('compares the processor with what an administrator requires for the version', async () => {
    await lab.vps('127.0.4.22');
    await lab.requireProcessor('casement9');
    try {
      const check = await lab.checked((await lab.check('127.0.4.22')).id);
      const finding = check.findings.find(({ name }) => name === 'processor');
      expect(finding).toMatchObject({ result: 'refused', code: 'PROCESSOR_UNSUPPORTED' });
      expect(finding!.message).toContain('lacks casement9');
    } finally {
      await lab.requireProcessor(null);
    }
  });

  it('refuses a VPS that cannot run our tools without sending any', async () => {
    const vps = await lab.vps('127.0.4.3');
    vps.linux.facts = { VIRT: 'microsoft', DMI: 'Microsoft Corporation / Virtual Machine' };
    const { id } = await lab.check('127.0.4.3');
    const check = await lab.checked(id);
    expect(check).toMatchObject({ status: 'refused', rate: null, eta_seconds: null });
    expect(check.findings.find(({ result }) => result === 'refused')?.code).toBe('VIRT_HYPERV');
    expect(vps.linux.ran).not.toContain('check');
  });

  it('without a version checks the common requirements and fetches no chunk', async () => {
    await lab.vps('127.0.4.4');
    const { id } = await lab.check('127.0.4.4', { win_ver: undefined });
    const check = await lab.checked(id);
    expect(check).toMatchObject({ status: 'passed', win_ver: null, rate: null, eta_seconds: null });
    expect(check.install_seconds).toBeNull();
  });

  it('fails on a wrong root password and stores none', async () => {
    await lab.vps('127.0.4.5');
    const { id } = await lab.check('127.0.4.5', { passwd_vps: 'wrong' });
    expect(await lab.checked(id)).toMatchObject({
      status: 'failed',
      findings: [],
      failure: { code: 'SSH_AUTH_FAILED', message: 'The VPS did not accept the root password.' },
    });
    expect(await lab.checkRow(id)).toMatchObject({ vps_password: null });
  });

  it('prevents the install if the host key changed after the check', async () => {
    await lab.grant(1);
    const vps = await lab.vps('127.0.4.6');
    const { id } = await lab.check('127.0.4.6');
    expect(await lab.checked(id)).toMatchObject({ status: 'passed' });
    await vps.linux.stop();
    vps.linux.renewHostKey();
    await vps.linux.boot();
    const install = await lab.begin('127.0.4.6');
    expect(await lab.settled(install)).toMatchObject({
      status: 'failed',
      failure: { code: 'SSH_HOST_KEY_CHANGED' },
      restored: { linux: true, clean: true },
    });
    expect(await lab.quotaBecomes(1)).toBe(1);
    const again = await lab.begin('127.0.4.6');
    expect(await lab.settled(again)).toMatchObject({ status: 'completed' });
  });

  it('grants its token only the chunks of the sample while the check runs', async () => {
    const tokens: string[] = [];
    const answers: number[] = [];
    const base = `http://127.0.0.1:${lab.httpPort}`;
    const ask = async (path: string, token: string, method = 'GET') => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${base}${path}`, { method, headers })).status;
    };
    const vps = await lab.vps('127.0.4.7');
    vps.linux.onVariables = async ({ TOKEN }) => {
      if (!TOKEN || tokens.length > 0) return;
      tokens.push(TOKEN);
      answers.push(
        await ask(`/images/chunks/${lab.chunkHashes[0]}`, TOKEN),
        await ask(`/images/chunks/${'0'.repeat(64)}`, TOKEN),
        await ask('/api/install/agent/check-in', TOKEN, 'POST'),
        await ask('/api/install/agent/files', TOKEN),
      );
    };
    const { id } = await lab.check('127.0.4.7');
    expect(await lab.checked(id)).toMatchObject({ status: 'passed' });
    expect(answers).toEqual([200, 404, 401, 401]);
    expect(await ask(`/images/chunks/${lab.chunkHashes[0]}`, tokens[0])).toBe(401);
  });

  it.each(['attach', 'facts', 'check'] as const)(
    'continues in another worker after kill -9 at "%s" and leaves the VPS clean',
    async (where) => {
      const host = { attach: '127.0.4.11', facts: '127.0.4.12', check: '127.0.4.13' }[where];
      const [front] = lab.workers;
      let restarted: Promise<void> | undefined;
      const vps = await lab.vps(host, {
        onPoint: async (point) => {
          if (point !== where || restarted) return;
          await (restarted = front.killAndStart());
        },
      });
      const { id } = await lab.check(host);
      await lab.until(() => restarted !== undefined);
      // The other worker may be faster than the restart of this one.
      await restarted;
      await lab.until(async () => (await lab.checkRow(id))['finished_at'] !== null);
      expect(await lab.checkRow(id)).toMatchObject({ status: 'passed', vps_password: null });
      await lab.until(() => vps.linux.files.size === 0);
    },
  );
});
