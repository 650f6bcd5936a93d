/**
 * How often something may be tried: `burst` at once, then one more every `everySeconds`.
 * All of them are counted per client address (see client-key.ts) or per account and address, never
 * per account alone: otherwise a stranger could lock a victim out.
 */
export interface Limit {
  name: string;
  burst: number;
  everySeconds: number;
}

export const LIMITS = {
  /** New CAPTCHAs of one address. */
  captcha: { name: 'captcha', burst: 60, everySeconds: 1 },
  /** Attempts to sign in from one address, whatever the account; a success gives its own back. */
  loginByAddress: { name: 'login-ip', burst: 30, everySeconds: 20 },
  /** Wrong passwords for one account from one address; a success forgets them. */
  loginByAccount: { name: 'login-account', burst: 5, everySeconds: 120 },
  /** Accounts made from one address. */
  registration: { name: 'register-ip', burst: 40, everySeconds: 30 },
  /** Verification codes tried by one user, over all the codes that were sent. */
  verification: { name: 'verify-user', burst: 10, everySeconds: 60 },
  /** Verification mails asked for by one user. */
  resend: { name: 'resend-user', burst: 3, everySeconds: 300 },
} as const satisfies Record<string, Limit>;
