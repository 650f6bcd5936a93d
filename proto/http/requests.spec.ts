import type { z } from 'zod';
import * as account from './auth/account.js';
import * as adminTopups from './billing/admin-topups.js';
import * as bpay from './billing/bpay.js';
import * as paymentMethods from './billing/payment-methods.js';
import * as products from './billing/products.js';
import * as quota from './billing/quota.js';
import * as topups from './billing/topups.js';
import * as emailAddresses from './auth/email-addresses.js';
import { pageQuery } from './envelope.js';
import * as adminInstalls from './install/admin-installs.js';
import * as installs from './install/install.js';
import * as machines from './install/machines.js';
import * as rdp from './install/rdp.js';
import * as passwords from './auth/passwords.js';
import * as alerts from './security/alerts.js';
import * as allowlist from './security/allowlist.js';
import * as audit from './security/audit.js';
import * as blocks from './security/blocks.js';
import * as recovery from './security/recovery.js';
import * as rules from './security/rules.js';
import * as unblocks from './security/unblocks.js';
import * as signIn from './auth/sign-in.js';
import * as telegram from './telegram/telegram.js';
import * as twoFactor from './auth/two-factor.js';
import * as users from './auth/users.js';

const auth = { ...account, ...emailAddresses, ...passwords, ...signIn, ...twoFactor, ...users };
const billing = { ...adminTopups, ...bpay, ...paymentMethods, ...products, ...quota, ...topups };
const install = { ...adminInstalls, ...installs, ...machines, ...rdp };
const security = {
  ...alerts,
  ...allowlist,
  ...audit,
  ...blocks,
  ...recovery,
  ...rules,
  ...unblocks,
};
const all = { ...auth, ...billing, ...install, ...security, ...telegram, pageQuery };
const requests = Object.entries(all).filter(
  ([name]) =>
    name.endsWith('Request') ||
    ['pageQuery', 'productFields', 'alertsQuery', 'auditQuery', 'blockedIpsQuery'].includes(name),
) as unknown as [string, z.ZodObject][];

const absurd: [string, unknown][] = [
  ['null', null],
  ['a number', 1e300],
  ['a negative fraction', -0.5],
  ['an endless text', 'x'.repeat(100_000)],
  ['control characters', '\u0000\u001b[31m\n'],
  ['an object', { $gt: '' }],
  ['a list', [['x']]],
  ['NaN', Number.NaN],
];

/** zod's default messages, used if a schema defines no message. */
const DEVELOPERS =
  /^Invalid (input|string|option|key|element|UUID|URL|email$)|^Too (big|small)|^Unrecognized|expected|received|must match pattern/;

const sentencesOf = (schema: z.ZodType, value: unknown): string[] =>
  (schema.safeParse(value).error?.issues ?? []).map(({ message }) => message);

describe.each(requests)('%s', (_name, schema) => {
  const fields = Object.keys(schema.shape);

  it.each([
    ['an empty object', {}],
    ['a value that is not an object', 'x'],
    ['a list', []],
    ...absurd.map(([what, value]) => [
      `${what} in every field`,
      Object.fromEntries(fields.map((field) => [field, value])),
    ]),
  ] as [string, unknown][])('responds to %s with messages for users', (_what, value) => {
    expect(sentencesOf(schema, value).filter((text) => DEVELOPERS.test(text))).toEqual([]);
  });
});

describe('request schemas', () => {
  it('are all covered by this test', () => {
    expect(requests.map(([name]) => name)).toEqual(
      expect.arrayContaining(['loginRequest', 'registerRequest', 'installRequest']),
    );
  });

  it('§5 report the first missing field first', () => {
    expect(sentencesOf(auth.loginRequest, {}).slice(0, 2)).toEqual([
      'Username or email is required',
      'Password is required',
    ]);
    expect(sentencesOf(install.installRequest, {}).slice(0, 3)).toEqual([
      'IP address is required',
      'VPS password is required',
      'Windows version is required',
    ]);
  });
});
