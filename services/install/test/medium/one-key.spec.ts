import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { newId } from '@casement/common/data/database/new-id.js';
import { InstallLab } from '../simulator/install-lab.js';

const RUNS = Number(process.env.ONE_KEY_RUNS ?? 2);

jest.setTimeout(200_000 + RUNS * 100_000);

/** Runs two replicas of install and one of billing as real processes. */
describe('an Idempotency-Key sent a hundred times concurrently', () => {
  let lab: InstallLab;
  beforeAll(async () => {
    lab = await InstallLab.start({ workers: 2, works: false });
  });
  afterAll(() => lab.close());

  const QUOTA = 5;
  let address = 0;

  it('creates one install and one charge when a replica or billing is killed', async () => {
    const crash = fc.record({
      victim: fc.constantFrom('install-1', 'install-2', 'billing'),
      afterMs: fc.integer({ min: 0, max: 400 }),
      /** Whether billing is paused and responds only after its caller was killed. */
      waitsForBilling: fc.boolean(),
    });
    const property = fc.asyncProperty(crash, async ({ victim, afterMs, waitsForBilling }) => {
      await lab.grant(QUOTA);
      const { billing, workers } = lab;
      const process = { 'install-1': workers[0], 'install-2': workers[1], billing }[victim];
      address += 1;
      const ip = `127.0.4.${address}`;
      const headers = { 'Idempotency-Key': newId() };
      const send = (n: number) => lab.requestOnce(ip, {}, { to: workers[n % 2], headers });
      const ids = new Set<string>();
      const note = ({ status, id }: { status: number; id: string }) => {
        if (status === 200) ids.add(id);
        return status;
      };

      if (waitsForBilling) billing.pause();
      const first = send(0);
      if (waitsForBilling) await lab.until(async () => (await lab.installsOf(ip)).length === 1);
      const others = Array.from({ length: 99 }, (_, n) => send(n));
      await pause(afterMs);
      await process.kill();
      if (waitsForBilling && victim !== 'billing') billing.resume();
      const answers = await Promise.allSettled([first, ...others]);
      const statuses = answers.map((one) => (one.status === 'fulfilled' ? note(one.value) : 0));
      expect(statuses.filter((status) => ![0, 200, 409, 503].includes(status))).toEqual([]);

      await process.start();
      // The page and API clients repeat the request until they get a response.
      await lab.until(async () => {
        await lab.letCrashesPass();
        return note(await send(address)) === 200;
      });
      expect(note(await send(address + 1))).toBe(200);
      expect(ids.size).toBe(1);
      expect(await lab.installsOf(ip)).toEqual([{ id: [...ids][0], status: 'pending' }]);
      expect(await lab.quotaBecomes(QUOTA - 1)).toBe(QUOTA - 1);
    });
    await fc.assert(property, {
      numRuns: RUNS,
      endOnFailure: true,
      examples: [[{ victim: 'install-1', afterMs: 0, waitsForBilling: true }]],
    });
  });
});
