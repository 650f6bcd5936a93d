import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { captchaFields, type Captcha } from '@casement/local/testing/captcha.js';
import { CODE, readFromMail } from './mail.js';

const { BASE_URL = '', ADMIN_USERNAME = '', ADMIN_PASSWORD = '' } = process.env;
const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Password of all test accounts except the first administrator. */
export const PASSWORD = 'Kaca-Jendela-7!';
/** The same password as hashed by the previous product. */
const LEGACY_HASH = '$2b$10$x/GP3aRu5vw0mUdAXHM9VurbtCTfy.Q8WoRELZIzXEYL6bCHOJMnK';

export interface Account {
  id: string;
  username: string;
  token: string;
}

export const addressOf = ({ username }: { username: string }) => `${username}@example.com`;

interface SignedIn {
  user: { id: string; username: string; email: string | null };
  accessToken: string;
}

async function freshCaptcha(): Promise<Record<string, string>> {
  const answer = await fetch(`${BASE_URL}/api/auth/captcha`);
  return captchaFields(((await answer.json()) as { captcha: Captcha }).captcha);
}

/** Calls the API. Any error response fails the test setup. */
async function send(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  const answer = await fetch(`${BASE_URL}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', origin: BASE_URL, ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
  return answer;
}

/** Calls the API and returns the `data` of the response. */
async function ask(method: string, path: string, body?: object, token?: string): Promise<unknown> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await send(method, path, body, headers);
  return ((await answer.json()) as { data: unknown }).data;
}

const newName = (kind: string) => `e2e-${kind}-${randomBytes(5).toString('hex')}`;

async function signIn(username: string, password: string): Promise<Account> {
  const body = { username, password, ...(await freshCaptcha()) };
  const { user, accessToken } = (await ask('POST', '/auth/login', body)) as SignedIn;
  return { id: user.id, username: user.username, token: accessToken };
}

/** Creates a customer with an unverified address. */
export async function unverifiedUser(kind = 'new'): Promise<Account> {
  const username = newName(kind);
  const body = {
    username,
    email: addressOf({ username }),
    password: PASSWORD,
    confirmPassword: PASSWORD,
    ...(await freshCaptcha()),
  };
  const { user, accessToken } = (await ask('POST', '/auth/register', body)) as SignedIn;
  return { id: user.id, username, token: accessToken };
}

/** Creates a customer with a verified address. */
export async function newUser(): Promise<Account> {
  const account = await unverifiedUser('verified');
  const code = await readFromMail(addressOf(account), CODE);
  await ask('POST', '/auth/verify-email', { code }, account.token);
  return account;
}

/** Runs a program in the environment of a running service. */
function inside(service: string, program: string, argument: string): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['deploy/local/dist/inside.js', service, program, argument],
    { cwd: ROOT, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
}

/** Creates a user by the import command, without an e-mail address. */
export async function legacyUser(): Promise<Account> {
  const username = newName('legacy');
  const folder = mkdtempSync(join(tmpdir(), 'casement-legacy-'));
  try {
    const file = join(folder, 'users.csv');
    writeFileSync(file, `username,password_hash\n${username},${LEGACY_HASH}\n`);
    inside('auth', 'services/auth/dist/import-users.js', file);
  } finally {
    rmSync(folder, { recursive: true });
  }
  return signIn(username, PASSWORD);
}

/** Returns the id of the user's only session. */
export async function sessionOf({ token }: Account): Promise<string> {
  const [session] = (await ask('GET', '/user/sessions', undefined, token)) as { id: string }[];
  return session!.id;
}

/** Sets the customer's quota. */
export async function grantQuota(to: Account, by: Account, amount: number): Promise<void> {
  await ask('POST', `/admin/users/${to.id}/quota`, { amount, operation: 'set' }, by.token);
}

export async function quotaOf({ token }: Account): Promise<number> {
  const dashboard = await ask('GET', '/user/dashboard', undefined, token);
  return (dashboard as { stats: { quota: number } }).stats.quota;
}

/** Signs in as the first administrator. */
export function administrator(): Promise<Account> {
  return signIn(ADMIN_USERNAME, ADMIN_PASSWORD);
}

/** An administrator whose last password or code is an hour old, as in a stolen token. */
export async function staleAdministrator(by: Account): Promise<Account> {
  const { id, username } = await newAdministrator(by);
  const body = { username, password: PASSWORD, ...(await freshCaptcha()) };
  const signedIn = await send('POST', '/auth/login', body);
  const cookie = signedIn.headers.getSetCookie().map((one) => one.split(';')[0]);
  const { data } = (await signedIn.json()) as { data: SignedIn };
  const { sid } = JSON.parse(
    Buffer.from(data.accessToken.split('.')[1] ?? '', 'base64url').toString(),
  ) as { sid: string };
  inside('auth', 'web/e2e/stack/age-session.mjs', sid);
  const refreshed = await send('POST', '/auth/refresh', {}, { cookie: cookie.join('; ') });
  const { accessToken } = ((await refreshed.json()) as { data: { accessToken: string } }).data;
  return { id, username, token: accessToken };
}

/** Creates a customer and has an administrator promote them. */
export async function newAdministrator(by: Account): Promise<Account> {
  const { id, username } = await unverifiedUser('admin');
  await ask('PUT', `/admin/users/${id}`, { admin: 1 }, by.token);
  return signIn(username, PASSWORD);
}

/**
 * Returns an account that has lost the administrator role after its token was signed. The token itself is still
 * valid.
 */
export async function demotedAdministrator(by: Account): Promise<Account> {
  const account = await newAdministrator(by);
  await ask('GET', '/admin/users', undefined, account.token);
  await ask('PUT', `/admin/users/${account.id}`, { admin: 0 }, by.token);
  await waitUntilTokenRejected(account);
  return account;
}

/** Returns a deleted account whose token itself is still valid. */
export async function deletedUser(): Promise<Account> {
  const account = await unverifiedUser('deleted');
  await ask('DELETE', '/user/account', undefined, account.token);
  await waitUntilTokenRejected(account);
  return account;
}

/** Waits until every service rejects the token, since each learns of the revocation independently. */
async function waitUntilTokenRejected({ token }: Account): Promise<void> {
  for (const path of ['/user/profile', '/user/topup/history', '/user/install-history']) {
    await expect
      .poll(async () => {
        const headers = { authorization: `Bearer ${token}` };
        return (await fetch(`${BASE_URL}/api${path}`, { headers })).status;
      })
      .toBe(401);
  }
}

interface KeyFields {
  scopes: string[];
  networks?: string[];
  expires_in_days?: number;
}

/** Creates an API key for this account, which must have signed in recently. */
export async function apiKeyOf({ token }: Account, fields: KeyFields): Promise<string> {
  const { key } = (await ask('POST', '/user/api-keys', { name: 'e2e', ...fields }, token)) as {
    key: string;
  };
  return key;
}

/** Returns a key that worked and was rejected within a second of its revocation. */
export async function revokedApiKeyOf(account: Account, fields: KeyFields): Promise<string> {
  const key = await apiKeyOf(account, fields);
  await ask('GET', '/user/quota/ledger', undefined, key);
  await ask('DELETE', `/user/api-keys/${await newestKeyOf(account)}`, undefined, account.token);
  await waitUntilKeyRejected(1_000, key);
  return key;
}

export async function expiredApiKeyOf(account: Account, fields: KeyFields): Promise<string> {
  const key = await apiKeyOf(account, fields);
  inside('auth', 'web/e2e/stack/expire-api-key.mjs', await newestKeyOf(account));
  return key;
}

/** Returns the key of an administrator who has lost the role. */
export async function demotedAdministratorsKey(by: Account, fields: KeyFields): Promise<string> {
  const account = await newAdministrator(by);
  const key = await apiKeyOf(account, fields);
  await ask('GET', '/user/quota/ledger', undefined, key);
  await ask('PUT', `/admin/users/${account.id}`, { admin: 0 }, by.token);
  await waitUntilKeyRejected(1_000, key);
  return key;
}

async function newestKeyOf({ token }: Account): Promise<string> {
  const [{ id }] = (await ask('GET', '/user/api-keys', undefined, token)) as [{ id: string }];
  return id;
}

async function waitUntilKeyRejected(ms: number, key: string): Promise<void> {
  const refused = async () => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(`${BASE_URL}/api/user/quota/ledger`, { headers })).status;
  };
  await expect.poll(refused, { timeout: ms, intervals: [10] }).toBe(401);
}
