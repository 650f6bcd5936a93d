import type { RuleEntity } from './rule.entity.js';

type Defaults =
  | 'per'
  | 'counts'
  | 'windowSeconds'
  | 'during'
  | 'alertType'
  | 'severity'
  | 'decision'
  | 'blockMinutes';
type Fixed = 'name' | 'growth' | 'maxBlockMinutes' | 'mode';
/**
 * No page can make its visitors' browsers trigger these rules: such requests are refused without a signal (common's
 * cross-site.middleware.ts).
 */
const SAME_ADDRESS = 'Can be triggered only from the same IP address.';

type DefaultRule = Omit<RuleEntity, 'growth' | 'maxBlockMinutes' | 'mode'>;

/**
 * Rules that every installation starts with. Each is inserted if no row has its name. Thresholds leave room for an
 * office behind one address. `{count}` and `{minutes}` stand for the count and the window.
 */
export const DEFAULT_RULES: readonly DefaultRule[] = [
  rule('password-guessing', {
    provokedBy: SAME_ADDRESS,
    description: 'Many failed sign-ins from one address.',
    message: '{count} failed sign-ins within {minutes} minutes',
    kinds: ['login_failed'],
    threshold: 20,
    alertType: 'brute_force',
    blockMinutes: 15,
  }),
  rule('password-spraying', {
    provokedBy: SAME_ADDRESS,
    description: 'Failed sign-ins from one address on many different accounts.',
    message: 'Failed sign-ins on {count} different accounts within {minutes} minutes',
    kinds: ['login_failed'],
    counts: 'targets',
    threshold: 8,
    alertType: 'brute_force',
    severity: 'high',
    blockMinutes: 60,
  }),
  rule('credential-stuffing-wave', {
    provokedBy: 'Anyone with many addresses can trigger it, so it blocks no one.',
    description:
      'Failed sign-ins from very many addresses at the same time. Activates the rule credential-stuffing.',
    message: 'Failed sign-ins from {count} different addresses within {minutes} minutes',
    kinds: ['login_failed'],
    per: 'everywhere',
    counts: 'addresses',
    threshold: 30,
    alertType: 'brute_force',
    severity: 'high',
    decision: 'none',
  }),
  rule('credential-stuffing', {
    provokedBy: SAME_ADDRESS,
    description: 'During a wave: failed sign-ins from one address on several different accounts.',
    message:
      'Part of a wave: failed sign-ins on {count} different accounts within {minutes} minutes',
    kinds: ['login_failed'],
    counts: 'targets',
    threshold: 3,
    during: 'credential-stuffing-wave',
    alertType: 'brute_force',
    severity: 'high',
    blockMinutes: 60,
  }),
  // Only raises an alert, because the owner's address may be one of the counted addresses.
  rule('account-under-attack', {
    provokedBy: 'Anyone can trigger it for an account, so it blocks no one.',
    description: 'Failed sign-ins on one account from many different addresses.',
    message:
      'One account: failed sign-ins from {count} different addresses within {minutes} minutes',
    kinds: ['login_failed', 'two_factor_failed'],
    per: 'account',
    counts: 'addresses',
    threshold: 10,
    alertType: 'brute_force',
    decision: 'none',
  }),
  rule('two-factor-guessing', {
    provokedBy: SAME_ADDRESS,
    description:
      'Wrong two-factor codes from one address, which means the password is already known.',
    message: '{count} wrong two-factor codes within {minutes} minutes',
    kinds: ['two_factor_failed'],
    threshold: 8,
    windowSeconds: 900,
    alertType: 'brute_force',
    severity: 'high',
    blockMinutes: 60,
  }),
  rule('password-change-guessing', {
    provokedBy: SAME_ADDRESS,
    description:
      'Wrong current passwords when changing the password, which means an open session is being misused.',
    message: '{count} wrong current passwords within {minutes} minutes',
    kinds: ['password_change_failed'],
    threshold: 6,
    windowSeconds: 900,
    alertType: 'brute_force',
    blockMinutes: 15,
  }),
  rule('captcha-guessing', {
    provokedBy: SAME_ADDRESS,
    description: 'Many wrong CAPTCHA answers from one address.',
    message: '{count} wrong CAPTCHA answers within {minutes} minutes',
    kinds: ['captcha_failed'],
    threshold: 15,
    alertType: 'brute_force',
    blockMinutes: 15,
  }),
  // More than one hit is required, because some browsers fill in every field.
  rule('honeypot', {
    provokedBy: SAME_ADDRESS,
    description: 'A hidden field was filled in repeatedly.',
    message: 'The hidden field was filled in {count} times within {minutes} minutes',
    kinds: ['honeypot_filled'],
    threshold: 3,
    blockMinutes: 30,
  }),
  rule('refused-tokens', {
    provokedBy: SAME_ADDRESS,
    description: 'Many access tokens or links that we never issued.',
    message: '{count} refused tokens within {minutes} minutes',
    kinds: ['token_refused'],
    threshold: 20,
    blockMinutes: 30,
  }),
  // Only raises an alert: auth has ended the session, and the address may be the victim's.
  rule('refresh-token-theft', {
    provokedBy: 'Anyone with a copy of a token can trigger it for its owner, so it blocks no one.',
    description:
      'A used refresh token was used again, which means it was copied. Its session was ended.',
    message: 'A spent refresh token was used again; its session was ended',
    kinds: ['refresh_reused'],
    threshold: 1,
    severity: 'high',
    decision: 'none',
  }),
  rule('refresh-token-thief', {
    provokedBy:
      'Can be triggered only from the same IP address by someone with several users’ tokens.',
    description: 'Used refresh tokens of several accounts from one address.',
    message: 'Spent refresh tokens of {count} different accounts within {minutes} minutes',
    kinds: ['refresh_reused'],
    counts: 'targets',
    threshold: 3,
    windowSeconds: 86_400,
    severity: 'high',
    blockMinutes: 240,
  }),
  rule('flood', {
    provokedBy: SAME_ADDRESS,
    description: 'Requests continued after the limit was reached.',
    message: '{count} calls above the limit within {minutes} minutes',
    kinds: ['rate_limited'],
    threshold: 60,
    windowSeconds: 120,
    alertType: 'rate_limit',
    decision: 'temporary',
    blockMinutes: 10,
  }),
  rule('path-scanning', {
    provokedBy: SAME_ADDRESS,
    description: 'Requests for many different paths that do not exist.',
    message: '{count} different unknown paths within {minutes} minutes',
    kinds: ['unknown_path'],
    counts: 'targets',
    threshold: 15,
    windowSeconds: 300,
    blockMinutes: 30,
  }),
  rule('file-scanning', {
    provokedBy: SAME_ADDRESS,
    description: 'Requests for many files that do not exist.',
    message: '{count} calls of files that do not exist within {minutes} minutes',
    kinds: ['file_not_found'],
    threshold: 40,
    windowSeconds: 300,
    severity: 'low',
    blockMinutes: 30,
  }),
  rule('oversized-requests', {
    provokedBy: SAME_ADDRESS,
    description: 'Many requests that were larger than allowed.',
    message: '{count} oversized requests within {minutes} minutes',
    kinds: ['body_too_large'],
    threshold: 20,
    windowSeconds: 300,
    severity: 'low',
    decision: 'temporary',
    blockMinutes: 10,
  }),
  rule('forged-callbacks', {
    provokedBy: SAME_ADDRESS,
    description: 'Payment callbacks with a wrong signature.',
    message: '{count} forged payment callbacks within {minutes} minutes',
    kinds: ['callback_forged'],
    threshold: 3,
    severity: 'high',
    blockMinutes: 240,
  }),
  // High threshold, because a machine may keep calling for a while after its install has ended.
  rule('agent-token-misuse', {
    provokedBy: SAME_ADDRESS,
    description: 'Requests from the install agent with an invalid token.',
    message: '{count} agent calls without a valid token within {minutes} minutes',
    kinds: ['agent_token_refused'],
    threshold: 30,
    blockMinutes: 30,
  }),
  rule('root-password-guessing', {
    provokedBy: 'Can be triggered only by the user’s own sessions.',
    description: 'Several machines rejected one user’s root passwords.',
    message: 'One user: root passwords refused by {count} machines within {minutes} minutes',
    kinds: ['ssh_failed', 'ssh_host_key_changed'],
    per: 'account',
    counts: 'targets',
    threshold: 4,
    windowSeconds: 3_600,
    alertType: 'brute_force',
    severity: 'high',
    decision: 'none',
  }),
  rule('many-targets', {
    provokedBy: 'Can be triggered only by the user’s own sessions.',
    description: 'One user tried to install on many addresses they are not allowed to use.',
    message: 'One user: installs on {count} refused addresses within {minutes} minutes',
    kinds: ['address_refused'],
    per: 'account',
    counts: 'targets',
    threshold: 5,
    windowSeconds: 3_600,
    decision: 'none',
  }),
  rule('payment-id-reuse', {
    provokedBy: 'Can be triggered only by the user’s own sessions.',
    description: 'One user claimed transfers that already paid for other orders.',
    message: 'One user: {count} transfers claimed that were used before, within {minutes} minutes',
    kinds: ['payment_id_reused'],
    per: 'account',
    threshold: 3,
    windowSeconds: 3_600,
    severity: 'high',
    decision: 'none',
  }),
  // The signatures are valid, so either the provider changed its format or its key has leaked.
  rule('odd-callbacks', {
    provokedBy: 'Can be triggered only by someone with the provider’s key, so it blocks no one.',
    description: 'Correctly signed callbacks with invalid content.',
    message: '{count} signed callbacks that make no sense within {minutes} minutes',
    kinds: ['callback_unreadable', 'callback_unmatched'],
    per: 'everywhere',
    threshold: 3,
    windowSeconds: 3_600,
    decision: 'none',
  }),
];

/** @param provokedBy who can cause hits, possibly in another user's name; appended to the description */
function rule(
  name: string,
  {
    provokedBy,
    description,
    ...fields
  }: { provokedBy: string } & Pick<RuleEntity, Exclude<keyof RuleEntity, Defaults | Fixed>> &
    Partial<Pick<RuleEntity, Defaults>>,
): DefaultRule {
  return {
    name,
    per: 'address',
    counts: 'signals',
    windowSeconds: 600,
    during: null,
    alertType: 'suspicious',
    severity: 'medium',
    decision: 'block',
    blockMinutes: 0,
    description: `${description} ${provokedBy}`,
    ...fields,
  };
}
