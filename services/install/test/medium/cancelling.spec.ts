import { InstallLab } from '../simulator/install-lab.js';
import type { Point } from '../../src/testing/simulated-vps.js';

describe('cancelling an install on a simulated VPS', () => {
  let lab: InstallLab;

  beforeAll(async () => {
    lab = await InstallLab.start();
  });
  afterAll(() => lab.close());
  beforeEach(() => lab.grant(1));

  it.each<[Point, string]>([
    ['facts', '127.0.5.1'],
    ['probe', '127.0.5.2'],
    ['build-stage', '127.0.5.3'],
    ['boot-grub', '127.0.5.4'],
    ['check-in', '127.0.5.5'],
    ['commit', '127.0.5.6'],
  ])(
    'leaves the VPS in clean Linux and returns the quota when cancelled at "%s"',
    async (where, host) => {
      const answers: number[] = [];
      const vps = await lab.vps(host, {
        onPoint: async (point) => {
          if (point !== where || answers.length > 0) return;
          answers.push((await lab.cancel(id)).status);
        },
      });
      const id = await lab.begin(host);
      expect(await lab.settled(id)).toMatchObject({
        status: 'failed',
        quota: 'returned',
        failure: { code: 'CANCELLED' },
        restored: { linux: true, clean: true, left: [] },
        progress: { committed: false },
      });
      expect(answers).toEqual([200]);
      await lab.until(() => vps.state === 'linux');
      expect(vps.points).not.toContain('chunk');
      await lab.until(() => vps.linux.files.size === 0);
      expect(await lab.installRow(id)).toMatchObject({
        vps_password: null,
        agent_token_hash: null,
      });
      expect(await lab.quotaBecomes(1)).toBe(1);
    },
  );

  it('is refused after the commit, and the install completes', async () => {
    const answers: { status: number; message: string }[] = [];
    await lab.vps('127.0.5.11', {
      onPoint: async (point) => {
        if (point === 'written') answers.push(await lab.cancel(id));
      },
    });
    const id = await lab.begin('127.0.5.11');
    expect(await lab.settled(id)).toMatchObject({ status: 'completed', quota: 'spent' });
    expect(answers[0]).toMatchObject({
      status: 409,
      message: expect.stringContaining('can no longer return to Linux'),
    });
    expect(await lab.quota()).toBe(0);
  });

  it('is finished by another worker if the first is killed before the VPS was cleaned', async () => {
    const [front] = lab.workers;
    let restarted: Promise<void> | undefined;
    const vps = await lab.vps('127.0.5.12', {
      onPoint: async (point) => {
        if (point === 'boot-grub') await lab.cancel(id);
        if (point !== 'clean-up' || restarted) return;
        await (restarted = front.killAndStart());
      },
    });
    const id = await lab.begin('127.0.5.12');
    expect(await lab.settled(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'CANCELLED' },
      restored: { linux: true, clean: true, left: [] },
    });
    expect(restarted).toBeDefined();
    // The other worker may be faster than the restart of this one.
    await restarted;
    expect(vps.linux.files.size).toBe(0);
    expect(await lab.quotaBecomes(1)).toBe(1);
  });
});
