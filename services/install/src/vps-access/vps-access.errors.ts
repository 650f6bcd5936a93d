import { RULES, type RuleCode } from '@casement/proto/http/rules.js';
import type { KeyProblem } from '@casement/install-engine/ssh/private-key.js';
import { fieldError, rateLimited } from '../errors.js';

const KEY_RULES: Record<KeyProblem, RuleCode> = {
  unreadable: 'SSH_KEY_UNREADABLE',
  public: 'SSH_KEY_PUBLIC',
  kind: 'SSH_KEY_KIND',
  slow: 'SSH_KEY_SLOW',
  'passphrase-required': 'SSH_PASSPHRASE_REQUIRED',
  'passphrase-wrong': 'SSH_PASSPHRASE_WRONG',
};

const addressRefused = (message: string) =>
  fieldError({ path: 'ip', message }, 'invalid', 'ADDRESS_REFUSED');

export const vpsAccessErrors = {
  privateAddress: (ip: string) =>
    addressRefused(
      `The address ${ip} is private or reserved, so it cannot be a VPS on the internet. Enter the public IPv4 address of your VPS.`,
    ),

  ownAddress: (ip: string) =>
    addressRefused(
      `The address ${ip} is one of this service's own, so it cannot be your VPS. Enter the public IPv4 address of your VPS.`,
    ),

  keyRefused: (problem: KeyProblem) => {
    const code = KEY_RULES[problem];
    const path = problem.startsWith('passphrase') ? 'ssh_passphrase' : 'ssh_key';
    return fieldError({ path, message: RULES[code], code });
  },

  tooManyKeys: () =>
    rateLimited(
      'Other keys are being processed at the moment. Please try again in a few seconds; nothing was started.',
    ),

  tooManySlowKeys: () =>
    rateLimited(
      'Your keys take too long to open. Please try again in 10 minutes with a re-saved key, or use the VPS password; nothing was started.',
    ),
};
