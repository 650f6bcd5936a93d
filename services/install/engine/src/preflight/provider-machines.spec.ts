import { lostAddresses, networkProblem, planNetwork } from '../machine/network-plan.js';
import { evaluate } from './evaluate.js';
import { PREFLIGHT_SETTINGS } from './requirements.js';
import { MACHINES } from '../testing/provider-machines.js';
import { PROVIDER_TABLE } from '../providers/providers.js';

const GIB = 2 ** 30;

/** Image with only the virtio drivers. */
const image = (firmware: 'bios' | 'uefi') => ({
  rawSize: 12 * GIB,
  minDisk: 20 * GIB,
  minMemory: 2 * GIB,
  firmware,
});

describe('provider machines (SPEC §1, supported cloud providers)', () => {
  it.each(MACHINES.map((machine) => [machine.provider, machine.name, machine] as const))(
    '%s, %s: expected check verdict and Windows network',
    (_, __, { facts, image: firmware, refusals, plan: expected }) => {
      const checks = evaluate(
        facts,
        image(firmware),
        PREFLIGHT_SETTINGS,
        new Date(facts.clock * 1000),
      );
      const codes = checks.filter(({ code }) => code).map(({ code }) => code);
      expect(codes).toEqual(refusals);
      const plan = planNetwork(facts);
      expect(plan).toMatchObject(expected);
      expect(networkProblem(plan)).toBeNull();
    },
  );

  it.each(Object.entries(PROVIDER_TABLE))(
    '%s: the table’s verdict matches a sample machine if there is one',
    (id, { verdict }) => {
      const own = MACHINES.filter(({ provider }) => provider === id);
      const verdicts = own.map(({ refusals }) => refusals[0] ?? 'accepted');
      if (own.length > 0) expect(verdicts).toContain(verdict);
    },
  );

  it.each(MACHINES.map((machine) => [machine.provider, machine.name, machine] as const))(
    '%s, %s: accepts a public address that leads to the one that Windows gets',
    (_, __, { facts, image: firmware, plan }) => {
      const local = (plan.addresses ?? planNetwork(facts).addresses)[0].split('/')[0];
      const entered = { address: '198.51.100.9', sshPort: 22, rdpPort: 22 };
      const checks = evaluate(
        { ...facts, sshLocal: { address: local, port: 22 } },
        image(firmware),
        { ...PREFLIGHT_SETTINGS, entered },
        new Date(facts.clock * 1000),
      );
      expect(checks.find(({ name }) => name === 'address')).toMatchObject({ result: 'ok' });
    },
  );

  it('Vultr: reports the addresses that Windows will not have', () => {
    const { facts } = MACHINES.find(({ provider }) => provider === 'vultr')!;
    expect(lostAddresses(facts)).toEqual(['203.0.113.77/23', '10.1.96.3/20 (enp8s0)']);
  });
});
