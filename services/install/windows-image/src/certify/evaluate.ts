import type {
  CertificationCheck,
  CertificationReport,
  WindowsFacts,
} from '@casement/proto/http/install/windows/certifications.js';
import { bytesText } from '../text.js';
import { check, notReached, unanswered, type CheckCode } from './checks.js';
import type { FactsAnswer } from './facts.js';

/** Parts of a finished conversion that the certification evaluates. A subset of the install engine's state. */
export interface ConversionOutcome {
  status: string;
  failure: { code: string; message: string } | null;
  plan: { network: { addresses: string[] } } | null;
  lastAnswer: string | null;
  rdp?: { account: string; proof: 'password_accepted' | 'handshake' } | null;
}

interface CertificationEvidence {
  state: ConversionOutcome;
  agent: { windowsUpAt: string | null };
  facts: FactsAnswer;
  /** Remote desktop port. */
  port: number;
  /** `null` if the boot guard was not tried. */
  guard: GuardOutcome | null;
}

export interface GuardOutcome {
  installed: boolean;
  /** Starts of Windows after which the recovery system started instead. `null` if it did not. */
  lostAtStart: number | null;
  /** `null` if the install did not complete. */
  removed: boolean | null;
}

export type Verdict = Pick<CertificationReport, 'verdict' | 'failure' | 'checks'>;

/** Tolerated unused bytes. Covers the backup GPT and rounding to whole clusters. */
const MAX_UNUSED_BYTES = 32 * 2 ** 20;
/** Largest partition of the boot guard, which is behind C: when Windows reports. */
const GUARD_BYTES = 320 * 2 ** 20;
/** PCI base classes that an install needs: storage and network. */
const NEEDED_CLASSES = ['01', '02'];
/** Failures after Windows was started. */
const AFTER_START: readonly string[] = ['WINDOWS_SILENT', 'WINDOWS_NOT_RDP'];

const FACT_CHECKS = [
  'NAME_UNUSABLE',
  'ADDRESS_DIFFERENT',
  'DISK_NOT_GROWN',
  'DRIVER_MISSING',
  'LICENCE_UNKNOWN',
  'LOCKOUT_MISSING',
] as const satisfies CheckCode[];

/** Compares the conversion and Windows' own report with the requirements of a customer's install. */
export function evaluate(evidence: CertificationEvidence): Verdict {
  const checks = [
    ...checkConversion(evidence),
    ...checkGuard(evidence.guard),
    ...checkFacts(evidence),
  ];
  const failure = checks.find(({ result }) => result === 'failed') ?? null;
  return { verdict: failure ? 'failed' : 'certified', failure, checks };
}

/** Stops at the first failure because the remaining checks were not reached. */
function checkConversion(evidence: CertificationEvidence): CertificationCheck[] {
  const { state, agent, port, guard } = evidence;
  const { failure } = state;
  const why = failure ? `${failure.message} (${failure.code})` : 'it was ended';
  const started = agent.windowsUpAt !== null;
  const rest = (...codes: CheckCode[]) => codes.map(notReached);
  const converted = check('NOT_CONVERTED', 'ok');
  if (guard && guard.lostAtStart !== null) {
    return [converted, ...rest('NO_ANSWER', 'PORT_CLOSED', 'PASSWORD_REFUSED')];
  }
  const signedIn = state.status === 'completed';
  const tried = failure?.code.startsWith('RDP_') === true;
  if (!signedIn && !tried && !(failure && AFTER_START.includes(failure.code))) {
    return [
      check('NOT_CONVERTED', 'failed', { why }),
      ...rest('NO_ANSWER', 'PORT_CLOSED', 'PASSWORD_REFUSED'),
    ];
  }
  if (!signedIn && !tried) {
    if (!started && failure?.code === 'WINDOWS_SILENT') {
      const silent = check('NO_ANSWER', 'failed', { port });
      return [converted, silent, ...rest('PORT_CLOSED', 'PASSWORD_REFUSED')];
    }
    const closed = check('PORT_CLOSED', 'failed', { port, why: state.lastAnswer ?? why });
    return [converted, startedAs(started), closed, ...rest('PASSWORD_REFUSED')];
  }
  return [
    converted,
    startedAs(started),
    check('PORT_CLOSED', 'ok', { port }),
    signedIn ? proven(state) : check('PASSWORD_REFUSED', 'failed', { why }),
  ];
}

const startedAs = (started: boolean) => check('NO_ANSWER', started ? 'ok' : 'warning');

const proven = ({ rdp }: ConversionOutcome): CertificationCheck =>
  rdp?.proof === 'password_accepted'
    ? check('PASSWORD_REFUSED', 'ok', { account: rdp.account })
    : check('PASSWORD_REFUSED', 'warning');

function checkGuard(guard: GuardOutcome | null): CertificationCheck[] {
  if (!guard) return [];
  const { installed, lostAtStart: starts, removed } = guard;
  if (starts !== null) {
    return [check('GUARD_LOST', 'failed', { starts }), notReached('GUARD_LEFT')];
  }
  if (!installed) return [check('GUARD_LOST', 'warning'), notReached('GUARD_LEFT')];
  if (removed === null) return [notReached('GUARD_LOST'), notReached('GUARD_LEFT')];
  return [check('GUARD_LOST', 'ok'), check('GUARD_LEFT', removed ? 'ok' : 'failed')];
}

function checkFacts({ state, agent, facts, guard }: CertificationEvidence): CertificationCheck[] {
  if ('problem' in facts) {
    const neverReported = agent.windowsUpAt === null && state.status !== 'completed';
    return [
      neverReported
        ? notReached('FACTS_MISSING')
        : check('FACTS_MISSING', 'failed', { why: facts.problem }),
      ...FACT_CHECKS.map(notReached),
    ];
  }
  const found = facts.facts;
  return [
    check('FACTS_MISSING', 'ok'),
    checkName(found),
    checkAddress(found, state),
    checkDisk(found, guard?.installed ? GUARD_BYTES : 0),
    checkDevices(found),
    checkLicence(found),
    checkLockout(found),
  ];
}

/** Windows allows letters, digits and dashes, but not only digits. */
function checkName({ computer_name: name }: WindowsFacts): CertificationCheck {
  if (name === null) return unanswered('NAME_UNUSABLE');
  const usable = /^(?!\d+$)[A-Za-z0-9-]{1,15}$/.test(name);
  return check('NAME_UNUSABLE', usable ? 'ok' : 'failed', { name: name || 'an empty one' });
}

function checkAddress(
  { addresses }: WindowsFacts,
  { plan }: ConversionOutcome,
): CertificationCheck {
  if (addresses === null) return unanswered('ADDRESS_DIFFERENT');
  const [expected = 'none'] = plan?.network.addresses ?? [];
  const has = addresses.includes(expected);
  const values = { expected, found: addresses.join(', ') || 'none' };
  return check('ADDRESS_DIFFERENT', has ? 'ok' : 'failed', values);
}

/** The partition must reach the end of the disk, and the file system the end of the partition. */
function checkDisk({ disk }: WindowsFacts, guardBytes: number): CertificationCheck {
  if (disk === null) return unanswered('DISK_NOT_GROWN');
  const unusedBytes = disk.size - disk.partition_offset - disk.partition_size;
  const within = disk.partition_size - disk.volume_size;
  const grown = unusedBytes - guardBytes <= MAX_UNUSED_BYTES && within <= MAX_UNUSED_BYTES;
  const values = { size: bytesText(disk.volume_size), disk: bytesText(disk.size) };
  return check('DISK_NOT_GROWN', grown ? 'ok' : 'failed', values);
}

function checkDevices({ driverless_devices: devices }: WindowsFacts): CertificationCheck {
  if (devices === null) return unanswered('DRIVER_MISSING');
  const names = (of: typeof devices) => of.map(({ name, id }) => `${name} (${id})`).join(', ');
  const needed = devices.filter(({ pci_class: kind }) =>
    NEEDED_CLASSES.includes(kind.toLowerCase()),
  );
  if (needed.length > 0) return check('DRIVER_MISSING', 'failed', { devices: names(needed) });
  if (devices.length > 0) return check('DRIVER_MISSING', 'warning', { devices: names(devices) });
  return check('DRIVER_MISSING', 'ok');
}

/** The license is the operator's responsibility, so no result fails. */
function checkLicence({ licence }: WindowsFacts): CertificationCheck {
  if (licence === null) return unanswered('LICENCE_UNKNOWN');
  const { channel } = licence;
  if (/EVAL/i.test(channel)) {
    return check('LICENCE_UNKNOWN', 'warning', { channel });
  }
  return check('LICENCE_UNKNOWN', 'ok', { channel });
}

function checkLockout({ lockout }: WindowsFacts): CertificationCheck {
  if (lockout === null) return unanswered('LOCKOUT_MISSING');
  const { threshold, duration_minutes: minutes, administrator } = lockout;
  if (threshold < 1) return check('LOCKOUT_MISSING', 'failed');
  if (administrator !== true) {
    return check('LOCKOUT_MISSING', 'warning', { threshold });
  }
  return check('LOCKOUT_MISSING', 'ok', { threshold, minutes: minutes ?? 'some' });
}
