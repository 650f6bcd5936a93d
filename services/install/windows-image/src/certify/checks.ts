import type {
  CertificationCheck,
  CertificationResult,
} from '@casement/proto/http/install/certifications.js';
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

const CHECK_CONSOLE = 'Check the screenshots and the console of the machine.';

/** Certification checks by failure code. Codes are stable. */
export const CHECKS = {
  NOT_CONVERTED: {
    ok: 'The test VPS was converted.',
    failed: 'The test VPS could not be converted: {why}',
    cure: 'Correct what the sentence names, and certify the image again.',
  },
  NO_ANSWER: {
    ok: 'Windows started and reported itself.',
    warning: 'Windows answered, but never reported itself.',
    failed: 'Windows neither reported itself nor answered on port {port} in the time it had.',
    cure: CHECK_CONSOLE,
  },
  PORT_CLOSED: {
    ok: 'Remote desktop answers on port {port}.',
    failed: 'Windows started, but remote desktop does not answer on port {port}: {why}',
    cure: 'See that nothing in the image closes or takes the port: a firewall, a policy, another program.',
  },
  PASSWORD_REFUSED: {
    ok: 'Windows accepted the password of {account}.',
    warning:
      'The password was not tried: the image was imported as one without Network Level Authentication.',
    failed: 'Windows did not accept the password that the install gave it: {why}',
    cure: 'See that nothing in the image sets a password or forbids the sign-in: an answer file, a policy, cloudbase-init.',
  },
  FACTS_MISSING: {
    ok: 'The script in Windows read its settings back.',
    failed: 'Windows did not send what the script in it has read: {why}.',
    cure: `See that PowerShell runs in the image and that the network of Windows reaches this computer. ${CHECK_CONSOLE}`,
  },
  NAME_UNUSABLE: {
    ok: 'Its computer name is {name}.',
    failed: 'It has no usable computer name: {name}.',
    unanswered: 'Windows did not say its computer name.',
    cure: 'Run sysprep /generalize /oobe as the last thing before the image is taken.',
  },
  ADDRESS_DIFFERENT: {
    ok: 'It has the address of the VPS, {expected}.',
    failed: 'It should have the address {expected}, but has {found}.',
    unanswered: 'Windows did not say its addresses.',
    cure: 'See that the image has the driver of the network card and no network settings of its own.',
  },
  DISK_NOT_GROWN: {
    ok: 'C: fills the disk ({size} of {disk}).',
    failed: 'C: was not grown to the end of the disk: it has {size} of {disk}.',
    unanswered: 'Windows did not say how large C: is.',
    cure: 'See that C: is the last partition, and that the image lets Resize-Partition run.',
  },
  DRIVER_MISSING: {
    ok: 'Every device of the test VPS has a driver.',
    warning: 'These devices have no driver, and no install needs one: {devices}.',
    failed: 'A disk controller or network card has no driver: {devices}.',
    unanswered: 'Windows did not say which devices have no driver.',
    cure: 'Install virtio-win (virtio-win-guest-tools) in the image, and take it again.',
  },
  LICENCE_UNKNOWN: {
    ok: 'Its licence channel is {channel}.',
    warning: 'It is an evaluation ({channel}), which stops working after some months.',
    unanswered: 'Windows did not say what licence it has.',
    cure: 'Clarify with Microsoft whether the edition can be activated on the machines of customers.',
  },
  LOCKOUT_MISSING: {
    ok: 'An account is locked for {minutes} minutes after {threshold} wrong passwords.',
    warning:
      '{threshold} wrong passwords lock an account, but not the one of the built-in administrator.',
    failed:
      'No number of wrong passwords locks an account, so passwords can be guessed without end.',
    unanswered: 'Windows did not say whether wrong passwords lock an account.',
    cure: 'See that no policy in the image sets the lockout threshold to 0.',
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
  message: 'Not checked: the certification ended before.',
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
