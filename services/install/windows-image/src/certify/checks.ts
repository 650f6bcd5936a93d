import type {
  CertificationCheck,
  CertificationResult,
} from '@casement/proto/http/install/windows/certifications.js';
import { plainText } from '../text.js';

interface Texts {
  /** Text if the check passed or was skipped. */
  ok: string;
  warning?: string;
  failed?: string;
  /** Warning text if Windows did not report the value. */
  unanswered?: string;
  cure: string;
}

const CHECK_CONSOLE = 'Check the screenshots and the machine’s console.';

/** Certification checks by failure code. Codes are stable. */
export const CHECKS = {
  NOT_CONVERTED: {
    ok: 'The test VPS was converted.',
    failed: 'The test VPS could not be converted: {why}',
    cure: 'Fix the problem and certify the image again.',
  },
  NO_ANSWER: {
    ok: 'Windows started and reported back.',
    warning: 'Windows responded, but never reported back.',
    failed: 'Windows neither reported back nor responded on port {port} in time.',
    cure: CHECK_CONSOLE,
  },
  PORT_CLOSED: {
    ok: 'Remote desktop responds on port {port}.',
    failed: 'Windows started, but remote desktop does not respond on port {port}: {why}',
    cure: 'Make sure that nothing in the image blocks or uses the port, such as a firewall, a policy or another program.',
  },
  PASSWORD_REFUSED: {
    ok: 'Windows accepted the password of {account}.',
    warning:
      'The password was not checked because the image was imported without Network Level Authentication.',
    failed: 'Windows did not accept the password set by the install: {why}',
    cure: 'Make sure that nothing in the image sets a password or blocks the sign-in, such as an answer file, a policy or cloudbase-init.',
  },
  GUARD_LOST: {
    ok: 'Windows started behind the boot guard.',
    warning: 'The boot guard could not be installed. The output of the conversion says why.',
    failed:
      'Behind the boot guard Windows did not start. The recovery system took over after {starts} starts.',
    cure: `Switch the boot guard off for this version until the cause is known. ${CHECK_CONSOLE}`,
  },
  GUARD_LEFT: {
    ok: 'Windows removed the boot guard after the install.',
    failed: 'Windows did not remove the boot guard after the install.',
    cure: 'Make sure that nothing in the image prevents scheduled tasks, Remove-Partition or Resize-Partition.',
  },
  FACTS_MISSING: {
    ok: 'The script in Windows reported its settings.',
    failed: 'The script in Windows did not report its settings: {why}.',
    cure: `Make sure that PowerShell runs in the image and that Windows can reach this computer over the network. ${CHECK_CONSOLE}`,
  },
  NAME_UNUSABLE: {
    ok: 'Its computer name is {name}.',
    failed: 'It has no usable computer name: {name}.',
    unanswered: 'Windows did not report its computer name.',
    cure: 'Run sysprep /generalize /oobe as the last step before you capture the image.',
  },
  ADDRESS_DIFFERENT: {
    ok: 'It has the address of the VPS, {expected}.',
    failed: 'It should have the address {expected}, but has {found}.',
    unanswered: 'Windows did not report its addresses.',
    cure: 'Make sure that the image has the network card’s driver and no network settings of its own.',
  },
  DISK_NOT_GROWN: {
    ok: 'C: fills the disk ({size} of {disk}).',
    failed: 'C: was not extended to fill the disk: it has {size} of {disk}.',
    unanswered: 'Windows did not report the size of C:.',
    cure: 'Make sure that C: is the last partition and that Resize-Partition can run in the image.',
  },
  DRIVER_MISSING: {
    ok: 'Every device of the test VPS has a driver.',
    warning: 'These devices have no driver, but installs do not need one: {devices}.',
    failed: 'A disk controller or network card has no driver: {devices}.',
    unanswered: 'Windows did not report which devices have no driver.',
    cure: 'Install virtio-win (virtio-win-guest-tools) in the image and capture it again.',
  },
  LICENCE_UNKNOWN: {
    ok: 'Its licence channel is {channel}.',
    warning: 'It is an evaluation edition ({channel}), which stops working after a few months.',
    unanswered: 'Windows did not report its licence.',
    cure: 'Check with Microsoft whether the edition can be activated on customers’ machines.',
  },
  LOCKOUT_MISSING: {
    ok: 'Accounts are locked for {minutes} minutes after {threshold} wrong passwords.',
    warning:
      'Accounts are locked after {threshold} wrong passwords, except for the built-in administrator.',
    failed: 'Accounts are never locked, so passwords can be guessed without limit.',
    unanswered: 'Windows did not report whether wrong passwords lock an account.',
    cure: 'Make sure that no policy in the image sets the lockout threshold to 0.',
  },
} as const satisfies Record<string, Texts>;

export type CheckCode = keyof typeof CHECKS;

export function check(
  code: CheckCode,
  result: Exclude<CertificationResult, 'skipped'>,
  values: Record<string, string | number> = {},
): CertificationCheck {
  const texts: Texts = CHECKS[code];
  const fill = (text: string) =>
    plainText(text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])));
  const message = fill(texts[result] ?? texts.ok).slice(0, 2000);
  return { code, result, message, cure: result === 'ok' ? null : texts.cure };
}

export const notReached = (code: CheckCode): CertificationCheck => ({
  code,
  result: 'skipped',
  message: 'Not checked because the certification stopped early.',
  cure: null,
});

/** Returns the result for a value that Windows did not report. */
export const unanswered = (
  code: {
    [K in CheckCode]: (typeof CHECKS)[K] extends { unanswered: string } ? K : never;
  }[CheckCode],
): CertificationCheck => ({
  code,
  result: 'warning',
  message: CHECKS[code].unanswered,
  cure: null,
});
