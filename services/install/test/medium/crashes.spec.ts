import { InstallLab } from '../simulator/install-lab.js';
import type { ServiceProcess } from '@casement/common/testing/service-process.js';
import type { Point, SimulatedVps } from '../../src/testing/simulated-vps.js';

jest.setTimeout(1_200_000);

/** Every point at which the service receives or makes a call. */
const EVERY_POINT: Point[] = [
  'attach',
  'facts',
  'unpack-tools',
  'probe',
  'build-stage',
  'boot-grub',
  'restart',
  'check-in',
  'commit',
  'chunk',
  'written',
  'verified',
  'files',
  'configured',
  'restarting',
  'rdp',
];
/** Number of points interrupted by one kill, each with a separate VPS. Starting the service takes 3 s of CPU time. */
const AT_A_KILL = 4;

describe('install service under kills and pauses', () => {
  let lab: InstallLab;

  beforeAll(async () => {
    lab = await InstallLab.start({ workers: 2 });
  });
  afterAll(() => lab.close());

  it('splits installs between two workers, and a resumed stale worker has no effect', async () => {
    await lab.grant(4);
    const hosts = ['127.0.2.11', '127.0.2.12', '127.0.2.13', '127.0.2.14'];
    const ids = new Map<string, string>();
    let go = (): void => undefined;
    const allRequested = new Promise<void>((resolve) => (go = resolve));
    const paused: { worker: ServiceProcess; id: string; epoch: number }[] = [];
    for (const host of hosts) {
      await lab.vps(host, {
        onPoint: async (point) => {
          if (point !== 'build-stage') return;
          await allRequested;
          const row = await lab.installRow(ids.get(host)!);
          const worker = lab.workers.find(({ pid }) =>
            String(row['lease_owner']).endsWith(`:${pid}`),
          );
          if (!worker || paused.length > 0) return;
          paused.push({ worker, id: String(row['id']), epoch: Number(row['lease_epoch']) });
          worker.pause();
        },
      });
    }
    for (const host of hosts) ids.set(host, await lab.begin(host));
    // Called only now, because the paused worker may be the one that serves requests.
    go();
    await lab.until(() => paused.length > 0);
    const [{ worker, id: taken, epoch }] = paused;
    await lab.until(async () => Number((await lab.installRow(taken))['lease_epoch']) > epoch);
    worker.resume();
    for (const id of ids.values()) {
      expect(await lab.settled(id)).toMatchObject({ status: 'completed' });
    }
    expect(await lab.quota()).toBe(0);
  });

  it('completes the install once when its worker is paused in every step until another takes over', async () => {
    await lab.grant(1);
    const open = new Set<Point>([
      'facts',
      'unpack-tools',
      'probe',
      'build-stage',
      'boot-grub',
      'restart',
    ]);
    const vps = await lab.vps('127.0.2.41', {
      onPoint: async (point) => {
        if (!open.delete(point)) return;
        const { lease_owner: owner, lease_epoch: epoch } = await lab.installRow(id);
        const holder = lab.workers.find(({ pid }) => String(owner).endsWith(`:${pid}`));
        if (!holder) return;
        holder.pause();
        await lab.until(
          async () => Number((await lab.installRow(id))['lease_epoch']) > Number(epoch),
        );
        // The paused worker continues in the middle of its step and finds that another has the lease.
        holder.resume();
      },
    });
    const id = await lab.begin('127.0.2.41');
    expect(await lab.settled(id)).toMatchObject({ status: 'completed', quota: 'spent' });
    expect([...open]).toEqual([]);
    expect(vps.points.filter((point) => point === 'commit')).toHaveLength(1);
    expect(await lab.quota()).toBe(0);
  });

  const killHolder = async (id: string) => {
    const { lease_owner: owner } = await lab.installRow(id);
    const holder = lab.workers.find(({ pid }) => String(owner).endsWith(`:${pid}`))!;
    await holder.killAndStart();
  };

  it('cleans the VPS and returns the quota when killed during the clean-up', async () => {
    await lab.grant(1);
    const kills: Promise<void>[] = [];
    const vps = await lab.vps('127.0.2.31', {
      onPoint: async (point) => {
        if (point === 'boot-grub') vps.linux.refuseNext('boot-grub');
        if (point !== 'clean-up') return;
        if (kills.length === 0) kills.push(killHolder(id));
        await kills[0];
      },
    });
    const id = await lab.begin('127.0.2.31');
    expect(await lab.settled(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'BOOT_ONCE_FAILED' },
      restored: { linux: true, clean: true, left: [] },
    });
    expect(kills).toHaveLength(1);
    // The other worker may be faster than the restart of the killed one.
    await kills[0];
    expect(vps.linux.files.size).toBe(0);
    expect(await lab.quotaBecomes(1)).toBe(1);
  });

  it('completes the install for one quota when killed in review while the proof arrives', async () => {
    await lab.grant(1);
    const kills: Promise<void>[] = [];
    const vps = await lab.vps('127.0.2.32', {
      onPoint: async (point) => {
        if (point === 'written') await vps.cutPower();
        if (point !== 'rdp') return;
        if (kills.length === 0) kills.push(killHolder(id));
        await kills[0];
      },
    });
    const id = await lab.begin('127.0.2.32');
    await lab.atStep(id, 'write');
    await lab.until(() => vps.state === 'off');
    await lab.letTimePass(id, 6);
    expect(await lab.settled(id)).toMatchObject({ status: 'manual_review', quota: 'held' });
    await vps.startWindows();
    await lab.letTimePass(id, 0);
    await lab.until(async () => {
      // A probe during the kill gets no response, and the next would be a minute away.
      await lab.runDueNow(id);
      return (await lab.installRow(id))['status'] === 'completed';
    });
    expect(kills).toHaveLength(1);
    await kills[0];
    expect(await lab.quota()).toBe(0);
  });

  it('completes after losing the first response to every call of the VPS', async () => {
    await lab.grant(1);
    const lost = new Set<string>();
    await lab.vps('127.0.2.21', {
      losesResponse: (point) => !lost.has(point) && lost.add(point).has(point),
    });
    const id = await lab.begin('127.0.2.21');
    expect(await lab.settled(id)).toMatchObject({ status: 'completed' });
    expect(lost).toContain('commit');
    expect(await lab.quota()).toBe(0);
  });

  // Runs last, because the second worker is stopped for it and not restarted.
  it('completes installs for one quota each when killed with -9 at every point', async () => {
    await lab.grant(AT_A_KILL);
    const [front, second] = lab.workers;
    await second.stop();
    const open = new Set(EVERY_POINT);
    // One kill covers four points. Each VPS waits at its point until the others have reached theirs.
    let held: (() => void)[] = [];
    const interruptAt = (turn: number) => async (point: Point) => {
      if (EVERY_POINT.indexOf(point) % AT_A_KILL !== turn || !open.delete(point)) return;
      const goesOn = new Promise<void>((resolve) => held.push(resolve));
      if (held.length === AT_A_KILL) {
        const all = held;
        held = [];
        await front.killAndStart();
        for (const letGo of all) letGo();
      }
      await goesOn;
    };
    const vpss: SimulatedVps[] = [];
    const ids: string[] = [];
    for (let n = 0; n < AT_A_KILL; n += 1) {
      const host = `127.0.2.${n + 1}`;
      vpss.push(await lab.vps(host, { onPoint: interruptAt(n) }));
      ids.push(await lab.begin(host));
    }

    for (const id of ids) {
      expect(await lab.settled(id)).toMatchObject({ status: 'completed', quota: 'spent' });
    }
    expect([...open]).toEqual([]);
    for (const { state } of vpss) expect(state).toBe('windows');
    expect(await lab.quota()).toBe(0);
  });
});
