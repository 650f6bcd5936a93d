import { DomainError, type ErrorCode } from '@casement/common/core/errors/domain-error.js';
import type { ErrorKind } from '@casement/common/core/errors/error-kind.js';
import { RULES, type RuleCode } from '@casement/proto/http/rules.js';
import type { KeyProblem } from '@casement/install-engine/ssh/private-key.js';

const KEY_RULES: Record<KeyProblem, RuleCode> = {
  unreadable: 'SSH_KEY_UNREADABLE',
  public: 'SSH_KEY_PUBLIC',
  kind: 'SSH_KEY_KIND',
  slow: 'SSH_KEY_SLOW',
  'passphrase-required': 'SSH_PASSPHRASE_REQUIRED',
  'passphrase-wrong': 'SSH_PASSPHRASE_WRONG',
};

/** What is wrong with one field of the form, which then stands beside it. */
const fieldError = (path: 'ip' | 'win_ver', kind: ErrorKind, code: ErrorCode, message: string) =>
  new DomainError(kind, code, message, { details: [{ path, message }] });

/** A limit of one VPS, of all users: others may still be asked for. */
export class AddressLimit extends DomainError {}

export const installErrors = {
  notFound: () =>
    new DomainError(
      'not_found',
      'NOT_FOUND',
      'This install no longer exists. Please reload the page.',
    ),

  addressRefused: (ip: string) =>
    fieldError(
      'ip',
      'invalid',
      'ADDRESS_REFUSED',
      `The address ${ip} is private or reserved, so it cannot be a VPS on the internet. Enter the public IPv4 address of your VPS.`,
    ),

  ownAddress: (ip: string) =>
    fieldError(
      'ip',
      'invalid',
      'ADDRESS_REFUSED',
      `The address ${ip} is one of this service's own, so it cannot be your VPS. Enter the public IPv4 address of your VPS.`,
    ),

  versionUnknown: () =>
    fieldError(
      'win_ver',
      'invalid',
      'WINDOWS_VERSION_UNKNOWN',
      'This Windows version does not exist. Choose another one.',
    ),

  versionUnavailable: (name: string) =>
    fieldError(
      'win_ver',
      'conflict',
      'WINDOWS_VERSION_UNAVAILABLE',
      `${name} is not available yet. Choose another Windows version.`,
    ),

  /** This installation offers only what was tried on a machine: see OfferedVersions. */
  versionUncertified: (name: string) =>
    fieldError(
      'win_ver',
      'conflict',
      'WINDOWS_VERSION_UNAVAILABLE',
      `${name} has not been certified yet, so it cannot be installed. Choose another Windows version.`,
    ),

  inProgress: (ip: string) =>
    fieldError(
      'ip',
      'conflict',
      'INSTALL_IN_PROGRESS',
      `An install on ${ip} is already under way. No quota was used.`,
    ),

  keyRefused: (problem: KeyProblem) => {
    const code = KEY_RULES[problem];
    const message = RULES[code];
    const path = problem.startsWith('passphrase') ? 'ssh_passphrase' : 'ssh_key';
    return new DomainError('invalid', 'VALIDATION_FAILED', message, {
      details: [{ path, message, code }],
    });
  },

  tooManyKeys: () =>
    new DomainError(
      'rate_limited',
      'RATE_LIMITED',
      'Other keys are being opened at the moment. Please try again in a few seconds; nothing was started.',
    ),

  tooManyLongKeys: () =>
    new DomainError(
      'rate_limited',
      'RATE_LIMITED',
      'Your keys take too long to open. Please try again in 10 minutes with a key that was saved again, or use the VPS password; nothing was started.',
    ),

  /** @param reason a whole sentence */
  cancelTooLate: (reason: string) =>
    new DomainError('conflict', 'CANCEL_TOO_LATE', `${reason} Nothing was cancelled.`),

  rdpPasswordErased: () =>
    new DomainError(
      'conflict',
      'RDP_PASSWORD_ERASED',
      'This password is no longer stored: it was erased by you, or 7 days after the end of the install. It still works in Windows.',
    ),

  rdpPasswordNeeded: () =>
    new DomainError(
      'conflict',
      'INSTALL_ACTIVE',
      'This install is under way, and Windows has not received the password yet. Nothing was erased; please wait until it has ended.',
    ),

  /** @param reason a whole sentence */
  rdpCheckRefused: (reason: string) =>
    new DomainError('conflict', 'RDP_CHECK_REFUSED', `${reason} Nothing was tried.`),

  tooManyRdpChecks: () =>
    new DomainError(
      'rate_limited',
      'RATE_LIMITED',
      'The password was checked too often in the last hour, and Windows would lock the account. Please try again later; nothing was tried.',
    ),

  tooManyStreams: () =>
    new DomainError(
      'rate_limited',
      'RATE_LIMITED',
      'Too many live views are open at once. Close some of them; this page updates automatically meanwhile.',
    ),

  tooManyWrongPasswords: (limit: typeof DomainError) =>
    new limit(
      'rate_limited',
      'RATE_LIMITED',
      'Too many wrong VPS passwords in the last hour. Check the password with your provider and try again in an hour. Nothing was started and no quota was used.',
    ),

  /** SPEC §5. */
  insufficientQuota: () =>
    new DomainError(
      'payment_required',
      'INSUFFICIENT_QUOTA',
      'Insufficient quota: You need at least 1 quota to install Windows.',
    ),

  quotaUnavailable: (cause: unknown) =>
    new DomainError(
      'unavailable',
      'UNAVAILABLE',
      'Your quota could not be checked just now. Nothing was started and no quota is lost. Please try again in a minute.',
      { cause },
    ),

  accountClosed: () =>
    new DomainError(
      'conflict',
      'ACCOUNT_CLOSED',
      'This account is being deleted, so no new installation can begin. Nothing was started and no quota was used.',
    ),

  /** A CloseUser that comes after its own undoing, or after a newer deletion. */
  deletionOutdated: () =>
    new DomainError('conflict', 'CONFLICT', 'This attempt to delete the account was given up.'),
};

/** What administrators do with the installs of all users. */
export const installEditErrors = {
  active: (ip: string) =>
    new DomainError(
      'conflict',
      'INSTALL_ACTIVE',
      `The install of ${ip} is under way, so its record cannot be deleted. Nothing was changed; wait for its end or set it to failed first.`,
    ),

  inReview: (ip: string) =>
    new DomainError(
      'conflict',
      'INSTALL_ACTIVE',
      `The install of ${ip} waits for a decision about its quota, so its record cannot be deleted. Nothing was changed; set it to completed or failed first.`,
    ),

  /** @param reason a whole sentence: why this status can't be given */
  refused: (reason: string) =>
    new DomainError('conflict', 'INSTALL_EDIT_REFUSED', `${reason} Nothing was changed.`),

  changed: () =>
    new DomainError(
      'conflict',
      'INSTALL_CHANGED',
      'The install has just changed, so nothing was edited. Please check its new status and try again.',
    ),

  notChargeable: () =>
    new DomainError(
      'conflict',
      'INSTALL_NOT_CHARGEABLE',
      'The quota of this install was returned, and its user has none left to charge again. Nothing was changed; add quota to the user first.',
    ),

  chargeUnknown: (cause: unknown) =>
    new DomainError(
      'unavailable',
      'UNAVAILABLE',
      'The quota could not be charged just now. Nothing was edited, and any quota that was charged is returned automatically. Please try again in a minute.',
      { cause },
    ),
};
