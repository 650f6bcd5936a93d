import type { WindowsFacts } from '@casement/proto/http/install/windows/certifications.js';
import { evaluate, type ConversionOutcome, type GuardOutcome } from './evaluate.js';
import { readFacts } from './facts.js';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const GIB = 2 ** 30;

const FACTS: WindowsFacts = {
  computer_name: 'WIN-4KQ2M7D1X9A',
  addresses: ['10.0.2.15/24', 'fe80::5054:ff:feca:5e01/64'],
  disk: {
    size: 32 * GIB,
    partition_offset: GIB,
    partition_size: 31 * GIB - 2 ** 20,
    volume_size: 31 * GIB - 2 ** 20 - 4096,
  },
  driverless_devices: [],
  licence: { channel: 'VOLUME_KMSCLIENT', status: 1 },
  lockout: { threshold: 10, duration_minutes: 5, window_minutes: 5, administrator: true },
};

const completed: Partial<ConversionOutcome> = {
  status: 'completed',
  rdp: { account: 'Administrator', proof: 'password_accepted' },
};

const failed = (code: string): Partial<ConversionOutcome> => ({
  status: 'manual_review',
  failure: { code, message: `The install ended with ${code}.` },
});

function verdictOf(
  state: Partial<ConversionOutcome> = completed,
  facts: Partial<WindowsFacts> | null = {},
  windowsUpAt: string | null = NOW.toISOString(),
  guard: GuardOutcome | null = null,
) {
  const plan = { network: { addresses: ['10.0.2.15/24'] } };
  return evaluate({
    state: { status: 'preparing', failure: null, lastAnswer: null, plan, ...state },
    agent: { windowsUpAt },
    facts: facts ? { facts: { ...FACTS, ...facts } } : { problem: 'its report has none' },
    port: 22,
    guard,
  });
}

const resultsOf = (verdict: ReturnType<typeof evaluate>) =>
  Object.fromEntries(verdict.checks.map(({ code, result }) => [code, result]));

describe(evaluate.name, () => {
  it('certifies an image whose Windows meets all requirements of an install', () => {
    const verdict = verdictOf();
    expect(verdict).toMatchObject({ verdict: 'certified', failure: null });
    expect(new Set(verdict.checks.map(({ result }) => result))).toEqual(new Set(['ok']));
  });

  it.each([
    ['RDP_PASSWORD_REFUSED', 'PASSWORD_REFUSED'],
    ['RDP_SIGN_IN_LOST', 'PASSWORD_REFUSED'],
    ['RDP_NLA_MISSING', 'PASSWORD_REFUSED'],
    ['WINDOWS_SILENT', 'PORT_CLOSED'],
    ['WINDOWS_NOT_RDP', 'PORT_CLOSED'],
    ['DISK_TOO_SMALL', 'NOT_CONVERTED'],
    ['AGENT_LOST', 'NOT_CONVERTED'],
  ] as const)('maps a conversion that ended with %s to %s', (code, expected) => {
    const { verdict, failure } = verdictOf(failed(code));
    expect({ verdict, code: failure?.code }).toEqual({ verdict: 'failed', code: expected });
  });

  it('distinguishes a Windows that never answered from a closed port', () => {
    const verdict = verdictOf(failed('WINDOWS_SILENT'), null, null);
    expect(verdict.failure?.code).toBe('NO_ANSWER');
    expect(resultsOf(verdict)).toMatchObject({ PORT_CLOSED: 'skipped', FACTS_MISSING: 'skipped' });
  });

  it.each<[string, Partial<GuardOutcome>, Record<string, string>]>([
    ['was removed', {}, { GUARD_LOST: 'ok', GUARD_LEFT: 'ok' }],
    ['stays on the disk', { removed: false }, { GUARD_LOST: 'ok', GUARD_LEFT: 'failed' }],
    [
      'could not be installed',
      { installed: false },
      { GUARD_LOST: 'warning', GUARD_LEFT: 'skipped' },
    ],
  ])('evaluates a boot guard that %s', (_name, outcome, expected) => {
    const guard = { installed: true, lostAtStart: null, removed: true, ...outcome };
    const verdict = verdictOf(completed, {}, NOW.toISOString(), guard);
    expect(resultsOf(verdict)).toMatchObject(expected);
    expect(verdict.verdict).toBe(outcome.removed === false ? 'failed' : 'certified');
  });

  it('accepts the boot guard’s partition behind C:', () => {
    const disk = { ...FACTS.disk!, partition_size: 31 * GIB - 300 * 2 ** 20 };
    const facts = { disk: { ...disk, volume_size: disk.partition_size } };
    const guard = { installed: true, lostAtStart: null, removed: true };
    expect(verdictOf(completed, facts, NOW.toISOString(), guard).verdict).toBe('certified');
    expect(verdictOf(completed, facts).failure?.code).toBe('DISK_NOT_GROWN');
  });

  it('names the start at which the boot guard lost Windows', () => {
    const guard = { installed: true, lostAtStart: 4, removed: null };
    const verdict = verdictOf({ status: 'waiting' }, null, null, guard);
    expect(verdict.failure).toMatchObject({ code: 'GUARD_LOST' });
    expect(verdict.failure?.message).toContain('4 starts');
    expect(resultsOf(verdict)).toMatchObject({ NOT_CONVERTED: 'ok', NO_ANSWER: 'skipped' });
  });

  it('fails if the sign-in works but Windows sends no report', () => {
    expect(verdictOf(completed, null, null).failure?.code).toBe('FACTS_MISSING');
  });

  it('evaluates Windows’ report even if the password was rejected', () => {
    const results = resultsOf(verdictOf(failed('RDP_PASSWORD_REFUSED')));
    expect(results).toMatchObject({ PASSWORD_REFUSED: 'failed', DISK_NOT_GROWN: 'ok' });
  });

  it('only warns if the image does not allow the password to be checked', () => {
    const rdp = { ...completed.rdp!, proof: 'handshake' as const };
    const verdict = verdictOf({ ...completed, rdp });
    expect(resultsOf(verdict)).toMatchObject({ PASSWORD_REFUSED: 'warning' });
    expect(verdict.verdict).toBe('certified');
  });

  const vioscsi = { name: 'SCSI Controller', id: 'PCI\\VEN_1AF4&DEV_1004', pci_class: '01' };
  const rng = { name: 'PCI Device', id: 'PCI\\VEN_1AF4&DEV_1005', pci_class: '00' };
  const { disk } = FACTS;
  it.each<[string, Partial<WindowsFacts>, string, 'warning' | 'failed']>([
    ['without a name', { computer_name: '' }, 'NAME_UNUSABLE', 'failed'],
    ['whose name has only digits', { computer_name: '4711' }, 'NAME_UNUSABLE', 'failed'],
    ['with another address', { addresses: ['169.254.3.7/16'] }, 'ADDRESS_DIFFERENT', 'failed'],
    [
      'whose partition ends before the disk',
      { disk: { ...disk!, partition_size: 20 * GIB, volume_size: 20 * GIB } },
      'DISK_NOT_GROWN',
      'failed',
    ],
    [
      'whose file system ends before the partition',
      { disk: { ...disk!, volume_size: 20 * GIB } },
      'DISK_NOT_GROWN',
      'failed',
    ],
    [
      'without a storage driver',
      { driverless_devices: [rng, vioscsi] },
      'DRIVER_MISSING',
      'failed',
    ],
    ['without another driver', { driverless_devices: [rng] }, 'DRIVER_MISSING', 'warning'],
    [
      'that is an evaluation edition',
      { licence: { channel: 'TIMEBASED_EVAL', status: 1 } },
      'LICENCE_UNKNOWN',
      'warning',
    ],
    ['that reports no license', { licence: null }, 'LICENCE_UNKNOWN', 'warning'],
    [
      'that never locks an account',
      { lockout: { ...FACTS.lockout!, threshold: 0 } },
      'LOCKOUT_MISSING',
      'failed',
    ],
    [
      'that exempts its administrator from lockout',
      { lockout: { ...FACTS.lockout!, administrator: null } },
      'LOCKOUT_MISSING',
      'warning',
    ],
  ])('evaluates a Windows %s', (_, facts, code, result) => {
    const verdict = verdictOf(completed, facts);
    expect(resultsOf(verdict)[code]).toBe(result);
    expect(verdict.failure?.code).toBe(result === 'failed' ? code : undefined);
  });

  it('lists devices without a driver', () => {
    const { failure } = verdictOf(completed, { driverless_devices: [rng, vioscsi] });
    expect(failure?.message).toContain('SCSI Controller (PCI\\VEN_1AF4&DEV_1004)');
    expect(failure?.message).not.toContain('DEV_1005');
  });
});

describe(readFacts.name, () => {
  it('parses PowerShell’s output', () => {
    expect(readFacts(`\ufeff${JSON.stringify(FACTS)}\r\n`)).toEqual({ facts: FACTS });
  });

  it.each([
    ['a missing field', undefined, 'its report has none'],
    ['an empty field', '', 'its report has none'],
    ['invalid JSON', '{', 'no JSON'],
    ['an overlong report', ' '.repeat(40_000), 'too long'],
    ['a number instead of a name', JSON.stringify({ ...FACTS, computer_name: 1 }), 'computer_name'],
    ['a report without fields', '{}', 'computer_name'],
  ])('reports the problem of %s', (_, field, problem) => {
    expect(readFacts(field)).toEqual({ problem: expect.stringContaining(problem) });
  });
});
