import { setTimeout as sleep } from 'node:timers/promises';
import { InstallLab } from '../simulator/install-lab.js';
import type { SimulatedVps, WindowsStart } from '../../src/testing/simulated-vps.js';

jest.setTimeout(900_000);

/** Deterministic pseudo-random numbers below `limit`, so that a failure can be repeated. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state % limit;
  };
}

describe('boot guard', () => {
  let lab: InstallLab;

  beforeAll(async () => {
    lab = await InstallLab.start({ bootGuard: true });
  });
  afterAll(() => lab.close());
  // The limit of automatic returns counts the installs of the last seven days.
  beforeEach(() => lab.letDaysPass(8));

  const convert = async (host: string, starts: WindowsStart[], options = {}) => {
    const vps = await lab.vps(host, { starts, ...options });
    return { vps, id: await lab.begin(host) };
  };
  /** Power-cycles a hanging VPS as often as the page asks for. */
  const restartUntil = async (vps: SimulatedVps, isOver: () => boolean): Promise<void> => {
    while (!isOver()) {
      await lab.until(() => vps.hangs || isOver());
      vps.powerCycle();
    }
  };

  it('completes installs whose Windows starts immediately or restarts twice in set-up', async () => {
    await lab.grant(2);
    for (const [host, starts] of [
      ['127.0.2.81', ['works']],
      ['127.0.2.82', ['restarts', 'restarts', 'works']],
    ] as const) {
      const { vps, id } = await convert(host, [...starts]);
      expect(await lab.settled(id)).toMatchObject({ status: 'completed', quota: 'spent' });
      expect(vps.startCount).toBe(starts.length);
      // The guard is being removed, so its token is revoked.
      expect((await lab.installRow(id))['recovery_token_hash']).toBeNull();
    }
    expect(await lab.quota()).toBe(0);
  });

  it('returns the quota of a Windows that panics at every start', async () => {
    await lab.grant(1);
    const { vps, id } = await convert('127.0.2.83', ['panics']);
    expect(await lab.settled(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'WINDOWS_DID_NOT_START' },
      guard: { recovery: { starts: 4, written_since: false, disk_bus: 'virtio-blk' } },
    });
    expect(vps.state).toBe('recovery');
    expect(await lab.quotaBecomes(1)).toBe(1);
    await vps.cutPower();
  });

  it('returns the quota of a Windows that hangs after four restarts, also from the review', async () => {
    await lab.grant(1);
    const { vps, id } = await convert('127.0.2.84', ['hangs']);
    await lab.until(() => vps.hangs);
    await lab.atStep(id, 'start');
    await lab.letTimePass(id, 46);
    expect(await lab.settled(id)).toMatchObject({
      status: 'manual_review',
      failure: { code: 'WINDOWS_SILENT' },
      guard: { limit: 4, silent_since: expect.any(String), recovery: null },
    });
    await restartUntil(vps, () => vps.state === 'recovery');
    await lab.until(async () => (await lab.record(id)).status === 'failed');
    expect(await lab.quotaBecomes(1)).toBe(1);
    await vps.cutPower();
  });

  it('completes an install whose Windows works after a hang and three restarts', async () => {
    await lab.grant(1);
    const { vps, id } = await convert('127.0.2.85', ['hangs', 'panics', 'hangs', 'works']);
    await restartUntil(vps, () => vps.state === 'windows');
    expect(await lab.settled(id)).toMatchObject({ status: 'completed' });
    expect(await lab.quota()).toBe(0);
  });

  it('revokes the token when another install is written to the machine', async () => {
    await lab.grant(2);
    const first = await convert('127.0.2.86', ['panics']);
    expect(await lab.settled(first.id)).toMatchObject({ status: 'failed' });
    // The provider's panel reinstalls Linux, while a copy of the old disk keeps reporting.
    await first.vps.linux.stop();
    const again = await lab.vps('127.0.2.86');
    const id = await lab.begin('127.0.2.86');
    expect(await lab.settled(id)).toMatchObject({ status: 'completed' });
    await lab.until(() => first.vps.recoveryAnswer === 401);
    expect((await lab.record(first.id)).status).toBe('failed');
    expect(again.state).toBe('windows');
    await first.vps.cutPower();
  });

  describe('install again from the recovery system', () => {
    const FAILS_FIRST: WindowsStart[] = ['panics', 'panics', 'panics', 'panics', 'works'];
    const inRecovery = async (host: string, options = {}) => {
      const { vps, id } = await convert(host, FAILS_FIRST, options);
      expect(await lab.settled(id)).toMatchObject({ status: 'failed', quota: 'returned' });
      await lab.until(() => vps.recoveryAnswer === 200);
      return { vps, id };
    };

    it('reaches a proven sign-in, with another version, for one more quota', async () => {
      await lab.grant(1);
      const { vps, id } = await inRecovery('127.0.2.87');
      expect(await lab.quotaBecomes(1)).toBe(1);
      const again = await lab.beginAgain(id, vps.consoleCode, { win_ver: 'simulated-without-nla' });
      expect(await lab.quota()).toBe(0);
      expect(await lab.settled(again)).toMatchObject({
        status: 'completed',
        quota: 'spent',
        rdp: { proof: 'handshake' },
      });
      expect(vps).toMatchObject({ state: 'windows', startCount: 5 });
      expect((await lab.installRow(id))['recovery_token_hash']).toBeNull();
      expect(await lab.record(id)).toMatchObject({ status: 'failed' });
      expect(await lab.quota()).toBe(0);
    });

    it('returns to the recovery system when it is cancelled before the commit, and works then', async () => {
      await lab.grant(1);
      let mayCheckIn = Promise.resolve();
      const { vps, id } = await inRecovery('127.0.2.88', {
        onPoint: (point: string) => (point === 'check-in' ? mayCheckIn : undefined),
      });
      let release = () => {};
      mayCheckIn = new Promise((resolve) => (release = resolve));
      const first = await lab.beginAgain(id, vps.consoleCode);
      await lab.until(() => vps.state === 'stage');
      expect((await lab.cancel(first)).status).toBe(200);
      expect(await lab.settled(first)).toMatchObject({ status: 'failed', quota: 'returned' });
      release();
      expect(await lab.quotaBecomes(1)).toBe(1);
      await lab.until(() => vps.state === 'recovery');
      const second = await lab.beginAgain(id, vps.consoleCode);
      expect(await lab.settled(second)).toMatchObject({ status: 'completed', quota: 'spent' });
      expect(await lab.quota()).toBe(0);
    });

    it('fails and returns the quota when the recovery system does not come for its job', async () => {
      await lab.grant(1);
      const { vps, id } = await inRecovery('127.0.2.89');
      const code = vps.consoleCode;
      await vps.cutPower();
      const again = await lab.beginAgain(id, code);
      await lab.atStep(again, 'check-in');
      await lab.letTimePass(again, 13);
      expect(await lab.settled(again)).toMatchObject({
        status: 'failed',
        failure: { code: 'RECOVERY_SILENT' },
        restored: null,
      });
      expect(await lab.quotaBecomes(1)).toBe(1);
    });

    it('spends one quota when the service crashes at random', async () => {
      await lab.grant(1);
      const random = randomNumbers(60);
      const [service] = lab.workers;
      let kills = 0;
      let crash: Promise<void> | null = null;
      const { vps, id } = await inRecovery('127.0.2.90', {
        onPoint: async () => {
          if (crash) return crash;
          if (kills === 0 || random(3) > 0) return undefined;
          kills -= 1;
          crash = sleep(random(60)).then(() => service.killAndStart());
          void crash.finally(() => (crash = null));
          return undefined;
        },
      });
      expect(await lab.quotaBecomes(1)).toBe(1);
      kills = 4;
      const again = await lab.beginAgain(id, vps.consoleCode);
      await lab.until(
        async () => (await lab.record(again).catch(() => null))?.status === 'completed',
      );
      kills = 0;
      await (crash as Promise<void> | null);
      expect(await lab.quotaBecomes(0)).toBe(0);
      expect(vps.state).toBe('windows');
    });
  });

  describe('kept recovery system', () => {
    const KEEP = { windows_options: { keep_recovery: true } };
    const keptStateOf = async (id: string) => (await lab.record(id).catch(() => null))?.guard?.kept;
    /** Kills the service at random points, at most `kills` times. */
    const crashes = (seed: number) => {
      const random = randomNumbers(seed);
      let kills = 0;
      let crash: Promise<void> | null = null;
      const onPoint = async () => {
        if (crash) return crash;
        if (kills === 0 || random(3) > 0) return undefined;
        kills -= 1;
        crash = sleep(random(60)).then(() => lab.workers[0].killAndStart());
        void crash.finally(() => (crash = null));
        return undefined;
      };
      const start = (count: number) => (kills = count);
      const end = async () => {
        kills = 0;
        await crash;
      };
      return { onPoint, start, end };
    };
    const kept = async (host: string, options = {}) => {
      await lab.grant(2);
      const vps = await lab.vps(host, options);
      const id = await lab.begin(host, KEEP);
      expect(await lab.settled(id)).toMatchObject({ status: 'completed', quota: 'spent' });
      await lab.until(async () => (await keptStateOf(id)) === 'kept');
      expect(vps).toMatchObject({ state: 'windows', guardState: 'kept' });
      return { vps, id };
    };
    const inRecovery = async ({ vps, id }: Awaited<ReturnType<typeof kept>>) => {
      vps.recoveryAnswer = 0;
      await vps.restartIntoRecovery();
      await lab.until(async () => {
        const recovery = (await lab.record(id).catch(() => null))?.guard?.recovery;
        return vps.recoveryAnswer === 200 && recovery?.start_windows === true;
      });
    };

    it('starts Windows, and later installs again for one more quota', async () => {
      const { vps, id } = await kept('127.0.2.110');
      await inRecovery({ vps, id });
      await lab.orderRecovery(id, 'start-windows');
      await lab.until(() => vps.state === 'windows');
      await inRecovery({ vps, id });
      expect(await lab.record(id)).toMatchObject({ status: 'completed', quota: 'spent' });
      expect(await lab.quota()).toBe(1);
      const again = await lab.beginAgain(id, vps.consoleCode);
      expect(await lab.settled(again)).toMatchObject({ status: 'completed', quota: 'spent' });
      expect(await lab.quota()).toBe(0);
      expect(await lab.record(id)).toMatchObject({ status: 'completed', guard: { kept: null } });
      // The option was not chosen again.
      await lab.until(() => vps.guardState === 'removed');
    });

    it('resets the password, proven by a sign-in, when the service crashes at random', async () => {
      const { onPoint, start, end } = crashes(604);
      const { vps, id } = await kept('127.0.2.113', { onPoint });
      await inRecovery({ vps, id });
      start(4);
      await lab.resetPassword(id, vps.consoleCode, 'New-Pass-2');
      await lab.until(async () => (await lab.lastReset(id))?.status === 'done');
      await end();
      expect(vps.state).toBe('windows');
      expect(await lab.record(id)).toMatchObject({
        status: 'completed',
        quota: 'spent',
        guard: { kept: 'kept' },
        rdp: { proof: 'password_accepted' },
      });
      expect(await lab.quota()).toBe(1);
    });

    it('is removed when Windows asks next', async () => {
      const { vps, id } = await kept('127.0.2.111');
      await lab.orderRecovery(id, 'recovery');
      await lab.until(async () => (await keptStateOf(id)) === 'removed');
      expect(vps.guardState).toBe('removed');
      expect((await lab.installRow(id))['recovery_token_hash']).toBeNull();
      expect(await lab.record(id)).toMatchObject({ status: 'completed', quota: 'spent' });
    });

    it('installs again and is removed with one quota each when the service crashes at random', async () => {
      const { onPoint, start, end } = crashes(603);
      const { vps, id } = await kept('127.0.2.112', { onPoint });
      start(2);
      await inRecovery({ vps, id });
      start(3);
      const again = await lab.beginAgain(id, vps.consoleCode, KEEP);
      await lab.until(async () => (await keptStateOf(again)) === 'kept');
      start(2);
      await lab.orderRecovery(again, 'recovery');
      await lab.until(async () => (await keptStateOf(again)) === 'removed');
      await end();
      expect(await lab.quotaBecomes(0)).toBe(0);
      expect(await lab.record(id)).toMatchObject({ status: 'completed', quota: 'spent' });
      expect(vps).toMatchObject({ state: 'windows', guardState: 'removed' });
    });
  });

  it('returns or spends each quota exactly once when the service crashes at random', async () => {
    const random = randomNumbers(19);
    const endings: [WindowsStart[], 'completed' | 'failed'][] = [
      [['panics'], 'failed'],
      [['works'], 'completed'],
      [['hangs', 'panics', 'panics', 'hangs'], 'failed'],
      [['restarts', 'restarts', 'works'], 'completed'],
    ];
    await lab.grant(endings.length);
    let kills = 3;
    const [service] = lab.workers;
    let crash: Promise<void> | null = null;
    const onPoint = async () => {
      if (crash) return crash;
      if (kills === 0 || random(4) > 0) return undefined;
      kills -= 1;
      // Lets the next call come in, so that the kill hits it between any two of its statements.
      crash = sleep(random(60)).then(() => service.killAndStart());
      void crash.finally(() => (crash = null));
      return undefined;
    };
    const runs = [];
    for (const [n, [starts, expected]] of endings.entries()) {
      const host = `127.0.2.${100 + n}`;
      const vps = await lab.vps(host, {
        starts,
        // Only the end of the install is of interest; the other specs cover its steps.
        onPoint: (point) =>
          ['restarting', 'recovery', 'rdp'].includes(point) ? onPoint() : undefined,
      });
      runs.push({ vps, expected, id: await lab.begin(host) });
    }
    for (const { vps, expected, id } of runs) {
      const ends = restartUntil(vps, () => ['windows', 'recovery', 'off'].includes(vps.state));
      let status: string | undefined;
      await lab.until(async () => {
        status = (await lab.record(id).catch(() => null))?.status;
        return status === 'completed' || status === 'failed';
      });
      await ends;
      expect(status).toBe(expected);
    }
    // Recovery systems keep reporting, and a crash may still be under way.
    kills = 0;
    await (crash as Promise<void> | null);
    expect(await lab.quotaBecomes(2)).toBe(2);
    for (const { vps } of runs) await vps.cutPower();
  });

  it('sends a user’s third automatic quota return within a week to manual review', async () => {
    await lab.grant(3);
    const statuses = [];
    for (const host of ['127.0.2.91', '127.0.2.92', '127.0.2.93']) {
      const { vps, id } = await convert(host, ['panics']);
      statuses.push((await lab.settled(id)).status);
      await lab.until(() => vps.recoveryAnswer === 200);
      await vps.cutPower();
    }
    expect(statuses).toEqual(['failed', 'failed', 'manual_review']);
    expect(await lab.quotaBecomes(2)).toBe(2);
  });

  it('is announced as missing by the check of a VPS with Secure Boot', async () => {
    const vps = await lab.vps('127.0.2.94');
    vps.linux.facts = { FIRMWARE: 'bios\nSECURE_BOOT=1' };
    const { id } = await lab.check('127.0.2.94');
    const { status, findings } = await lab.checked(id);
    expect(status).toBe('passed');
    expect(findings).toContainEqual(
      expect.objectContaining({ name: 'boot guard', result: 'ok', code: 'GUARD_SECURE_BOOT' }),
    );
  });
});
