/**
 * How often something may be tried: `burst` at once, then one more every `everySeconds`.
 * What a stranger can reach is counted per client (see common's net/client-networks.ts) or per account and client, and refused
 * never per account alone: otherwise a stranger could lock a victim out. Only what lies
 * behind a password or a session is counted per user.
 */
export interface Limit {
  name: string;
  burst: number;
  everySeconds: number;
}

export const LIMITS = {
  /** New CAPTCHAs of one address. */
  captcha: { name: 'captcha', burst: 60, everySeconds: 1 },
  /** Attempts to sign in from one address, over all accounts; a success gives its own back. */
  loginByAddress: { name: 'login-ip', burst: 30, everySeconds: 20 },
  /** Wrong passwords for one account from one address; a success forgets them. */
  loginByAccount: { name: 'login-account', burst: 5, everySeconds: 120 },
  /**
   * Tries to sign in to one account, over all addresses; a success gives its own back. Above it no one is locked out:
   * each try has to bring a proof of work.
   */
  loginByUser: { name: 'login-user', burst: 20, everySeconds: 300 },
  /** Accounts made from one address. */
  registration: { name: 'register-ip', burst: 40, everySeconds: 30 },
  /** Verification codes tried by one user, over all the codes that were sent. */
  verification: { name: 'verify-user', burst: 10, everySeconds: 60 },
  /** Addresses that one user without a verified one tries to add. */
  addEmail: { name: 'add-email-user', burst: 5, everySeconds: 300 },
  /** Codes sent to one address at the wish of one client, for any number of accounts. */
  codeMails: { name: 'code-mail', burst: 10, everySeconds: 600 },
  /** Notices to the owner of an address that it was given for another account, over all clients. */
  addressInUse: { name: 'address-in-use', burst: 1, everySeconds: 6 * 3_600 },
  /** Verification mails asked for by one user. */
  resend: { name: 'resend-user', burst: 3, everySeconds: 300 },
  /** Reset links asked for from one address, over all accounts. */
  forgotByAddress: { name: 'forgot-ip', burst: 10, everySeconds: 60 },
  /** Reset links asked for one account from one address. */
  forgotByAccount: { name: 'forgot-account', burst: 3, everySeconds: 120 },
  /**
   * Reset mails to one user, over all addresses; more are not sent, without a notice. Each of them
   * holds a link that lives longer than the pause, so the victim of a flood can still use the last.
   */
  resetMails: { name: 'reset-mail-user', burst: 5, everySeconds: 300 },
  /** Wrong current passwords of one user's session; a success forgets them. */
  passwordChange: { name: 'password-change-user', burst: 5, everySeconds: 300 },
  /** Sign-ins with the right password that went no further, per account and address. */
  twoFactorChallenges: { name: '2fa-challenge', burst: 5, everySeconds: 120 },
  /** Codes tried for one account by all who know its password; a new password starts anew. */
  twoFactorCodes: { name: '2fa-code', burst: 50, everySeconds: 600 },
  /** Codes tried by one administrator's session to enable or disable two-factor. */
  twoFactorChanges: { name: '2fa-change-user', burst: 5, everySeconds: 300 },
  /** Device logins begun from one address. */
  deviceLogins: { name: 'device-login', burst: 10, everySeconds: 60 },
  /** Wrong codes of device logins that one user types. */
  userCodes: { name: 'user-code', burst: 5, everySeconds: 120 },
} as const satisfies Record<string, Limit>;
