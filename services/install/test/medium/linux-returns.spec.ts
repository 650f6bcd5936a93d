import ssh2 from 'ssh2';
import { InstallLab } from '../simulator/install-lab.js';
import type { Point, SimulatedVpsOptions } from '../../src/testing/simulated-vps.js';

jest.setTimeout(900_000);

const PASSWORD = 'Root-Pass-1';
const STAGE: Point[] = [
  'check-in',
  'commit',
  'chunk',
  'written',
  'verified',
  'files',
  'configured',
  'restarting',
  'ssh',
];

describe.each([0, 1])('return to Linux for %i quota', (linuxPrice) => {
  let lab: InstallLab;

  beforeAll(async () => {
    lab = await InstallLab.start({ bootGuard: true, linuxPrice });
  });
  afterAll(() => lab.close());
  // The limit of automatic returns counts the installs of the last seven days.
  beforeEach(() => lab.letDaysPass(8));

  const inRecovery = async (host: string, options: Partial<SimulatedVpsOptions> = {}) => {
    await lab.grant(1);
    const vps = await lab.vps(host, { starts: ['panics'], ...options });
    const id = await lab.begin(host);
    expect(await lab.settled(id)).toMatchObject({ status: 'failed', quota: 'returned' });
    await lab.until(() => vps.recoveryAnswer === 200);
    expect(await lab.quotaBecomes(1)).toBe(1);
    return { vps, id };
  };

  it('reaches a proven sign-in by password', async () => {
    const { vps, id } = await inRecovery('127.0.3.1');
    const returned = await lab.beginReturn(id, vps.consoleCode, { root_password: PASSWORD });
    expect(await lab.settled(returned)).toMatchObject({
      kind: 'linux',
      price: linuxPrice,
      status: 'completed',
      rdp: null,
      ssh: {
        user: 'root',
        host_key: expect.stringMatching(/^SHA256:/),
        proof: 'password_accepted',
        proven_at: expect.any(String),
      },
    });
    expect(vps.state).toBe('returned');
    expect((await lab.installRow(returned))['linux_access']).toBeNull();
    expect((await lab.installRow(id))['recovery_token_hash']).toBeNull();
    expect(await lab.quotaBecomes(1 - linuxPrice)).toBe(1 - linuxPrice);
  });

  it('reaches a key that sshd accepts, without the private key', async () => {
    const { vps, id } = await inRecovery('127.0.3.2');
    const { public: ssh_public_key } = ssh2.utils.generateKeyPairSync('ed25519');
    const returned = await lab.beginReturn(id, vps.consoleCode, { ssh_public_key });
    expect(await lab.settled(returned)).toMatchObject({
      status: 'completed',
      ssh: { proof: 'key_accepted' },
    });
  });

  it('waits for an administrator if root cannot sign in, and completes when that works', async () => {
    const { vps, id } = await inRecovery('127.0.3.3', {
      onPoint: (point) => {
        if (point === 'ssh' && vps.returned && !isFixed) vps.returned.isConfigured = false;
      },
    });
    let isFixed = false;
    const returned = await lab.beginReturn(id, vps.consoleCode, { root_password: PASSWORD });
    await lab.atStep(returned, 'verify');
    await lab.letTimePass(returned, 21);
    expect(await lab.settled(returned)).toMatchObject({
      status: 'manual_review',
      failure: { code: 'LINUX_SIGN_IN_REFUSED' },
      quota: 'held',
    });
    isFixed = true;
    vps.returned!.isConfigured = true;
    await lab.until(async () => {
      await lab.runDueNow(returned);
      return (await lab.record(returned)).status === 'completed';
    });
    expect(await lab.quotaBecomes(1 - linuxPrice)).toBe(1 - linuxPrice);
  });

  it('returns what it held if cancelled before the commit, and can be ordered again', async () => {
    let hold = false;
    const { vps, id } = await inRecovery('127.0.3.4', {
      onPoint: async (point) => {
        if (point === 'recovery' && hold) await lab.until(() => !hold);
      },
    });
    hold = true;
    const cancelled = await lab.beginReturn(id, vps.consoleCode, { root_password: PASSWORD });
    expect((await lab.cancel(cancelled)).status).toBe(200);
    expect(await lab.settled(cancelled)).toMatchObject({ status: 'failed', quota: 'returned' });
    expect(await lab.quotaBecomes(1)).toBe(1);
    hold = false;
    const returned = await lab.beginReturn(id, vps.consoleCode, { root_password: PASSWORD });
    expect(await lab.settled(returned)).toMatchObject({ status: 'completed' });
    expect(await lab.quotaBecomes(1 - linuxPrice)).toBe(1 - linuxPrice);
  });

  it('completes for its price when the service is killed with -9 at every point', async () => {
    let ordered = false;
    const open = new Set(STAGE);
    const lost = new Set<Point>();
    const { vps, id } = await inRecovery('127.0.3.5', {
      onPoint: async (point) => {
        if (ordered && open.delete(point)) await lab.workers[0].killAndStart();
      },
      losesResponse: (point) => ordered && !lost.has(point) && lost.add(point).has(point),
    });
    const order = vps.points.length;
    ordered = true;
    const returned = await lab.beginReturn(id, vps.consoleCode, { root_password: PASSWORD });
    expect(await lab.settled(returned)).toMatchObject({ status: 'completed', quota: 'spent' });
    expect([...open]).toEqual([]);
    const reached = vps.points.slice(order);
    expect(reached.indexOf('commit')).toBeLessThan(reached.indexOf('chunk'));
    expect(await lab.quotaBecomes(1 - linuxPrice)).toBe(1 - linuxPrice);
  });
});
