import type { Limit } from '@casement/common/data/throttle/throttle.js';

/**
 * Calls that need no sign-in are counted per client (see common's core/net/client-networks.ts) or per account and
 * client. They are never refused per account alone, because an attacker could then lock the owner out. Only calls
 * that require a password or a session are counted per user.
 */
export const LIMITS = {
  /** New CAPTCHAs per client. */
  captcha: { name: 'captcha', burst: 60, everySeconds: 1 },
  /** Sign-ins per client over all accounts. A success is refunded. */
  loginByAddress: { name: 'login-ip', burst: 30, everySeconds: 20 },
  /**
   * Wrong passwords per typed identifier and client; a success resets them. An account has two identifiers, username
   * and e-mail address, so twice as many guesses are possible.
   */
  loginByClient: { name: 'login-identifier-client', burst: 3, everySeconds: 240 },
  /**
   * Sign-ins per typed identifier over all clients; a success is refunded. Above the limit each attempt needs a proof
   * of work, so that the owner is never locked out.
   */
  loginByIdentifier: { name: 'login-identifier', burst: 10, everySeconds: 600 },
  /** Accounts created per client. */
  registration: { name: 'register-ip', burst: 40, everySeconds: 30 },
  /** Verification codes tried per user over all codes sent. */
  verification: { name: 'verify-user', burst: 10, everySeconds: 60 },
  /** Addresses entered per user, to add or to change one. */
  addEmail: { name: 'add-email-user', burst: 5, everySeconds: 300 },
  /** Changes of the address per user, each of which reserves the former one for three days. */
  emailChanges: { name: 'email-change-user', burst: 3, everySeconds: 86_400 },
  /** Recoveries started per user, each with an audit entry and a mail. */
  recoveries: { name: 'recovery-user', burst: 3, everySeconds: 86_400 },
  /** Wrong links from mails per client. The links have 256 bits. */
  accountLinks: { name: 'account-link', burst: 10, everySeconds: 60 },
  /** Codes sent per e-mail address and client, over all accounts. */
  codeMails: { name: 'code-mail', burst: 10, everySeconds: 600 },
  /** Mails to the owner of an e-mail address that was entered for another account, over all clients. */
  addressInUse: { name: 'address-in-use', burst: 1, everySeconds: 6 * 3_600 },
  /** Verification mails per user. */
  resend: { name: 'resend-user', burst: 3, everySeconds: 300 },
  /** Reset links requested per client over all accounts. */
  forgotByAddress: { name: 'forgot-ip', burst: 10, everySeconds: 60 },
  /** Reset links requested per e-mail address and client. */
  forgotByAccount: { name: 'forgot-account', burst: 3, everySeconds: 120 },
  /**
   * Reset mails per user over all clients. Further mails are silently withheld. A link is valid for longer than the
   * interval, so the victim of a flood can still use the last one.
   */
  resetMails: { name: 'reset-mail-user', burst: 5, everySeconds: 300 },
  /** Codes tried with reset links per user. */
  resetCodes: { name: 'reset-code-user', burst: 5, everySeconds: 300 },
  /** Mails per user about new API keys, webhooks, Telegram links and desktops; further ones are silently withheld. */
  accessMails: { name: 'access-mail-user', burst: 20, everySeconds: 600 },
  /** Wrong current passwords per user. A success resets them. */
  passwordChange: { name: 'password-change-user', burst: 5, everySeconds: 300 },
  /** New passwords per user, each with an audit entry and a mail. */
  passwordChanges: { name: 'password-changes-user', burst: 10, everySeconds: 1_800 },
  /** Changes of the profile per user, each with an audit entry. */
  profileChanges: { name: 'profile-user', burst: 10, everySeconds: 360 },
  /** Data exports per user, each of which asks three services. */
  dataExports: { name: 'data-export-user', burst: 5, everySeconds: 3_600 },
  /** Keys created per user, each with two audit entries. Revoking a key is not limited. */
  apiKeys: { name: 'api-key-user', burst: 30, everySeconds: 600 },
  /** Sign-ins per account and client with the right password but without a right code. */
  twoFactorChallenges: { name: '2fa-challenge', burst: 5, everySeconds: 120 },
  /** Codes tried per account over all clients. A new password resets them. */
  twoFactorCodes: { name: '2fa-code', burst: 50, everySeconds: 600 },
  /** Challenges for passkeys per user, and per client for sign-ins and resets. */
  passkeyOptions: { name: 'passkey-options', burst: 30, everySeconds: 10 },
  /** Sign-ins by passkey per client. A success is refunded. */
  passkeySignIns: { name: 'passkey-sign-in', burst: 10, everySeconds: 60 },
  /** Changes of second factors per user, each with an audit entry and a mail. */
  factorChanges: { name: 'factor-change-user', burst: 10, everySeconds: 1_800 },
  /** Codes tried per user in the two-factor settings and step-ups. */
  twoFactorChanges: { name: '2fa-change-user', burst: 5, everySeconds: 300 },
  /** Device logins started per client. */
  deviceLogins: { name: 'device-login', burst: 10, everySeconds: 60 },
  /** Wrong codes of device logins per user. */
  userCodes: { name: 'user-code', burst: 5, everySeconds: 120 },
} as const satisfies Record<string, Limit>;
