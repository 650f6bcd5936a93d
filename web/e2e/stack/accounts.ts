import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { solve } from './captcha.js';
import { CODE, inMailTo } from './mail.js';

const { BASE_URL = '', ADMIN_USERNAME = '', ADMIN_PASSWORD = '' } = process.env;
const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Of every account in these tests but the first administrator's. */
export const PASSWORD = 'Kaca-Jendela-7!';
/** The same password as the product before this one kept it. */
const LEGACY_HASH = '$2b$10$x/GP3aRu5vw0mUdAXHM9VurbtCTfy.Q8WoRELZIzXEYL6bCHOJMnK';

export interface Account {
  id: string;
  username: string;
  token: string;
}

export const addressOf = ({ username }: { username: string }) => `${username}@example.com`;

interface Captcha {
  captcha: { id: string; question: string; honeypotField: string };
}

interface SignedIn {
  user: { id: string; username: string; email: string | null };
  accessToken: string;
}

async function captchaFields(): Promise<Record<string, string>> {
  const answer = await fetch(`${BASE_URL}/api/auth/captcha`);
  const { captcha } = (await answer.json()) as Captcha;
  return {
    captchaId: captcha.id,
    captchaAnswer: solve(captcha.question),
    [captcha.honeypotField]: '',
  };
}

/** One call of the API; anything but success is a failure of the test's own set-up. */
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

/** The `data` of a call. */
async function ask(method: string, path: string, body?: object, token?: string): Promise<unknown> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await send(method, path, body, headers);
  return ((await answer.json()) as { data: unknown }).data;
}

const newName = (kind: string) => `e2e-${kind}-${randomBytes(5).toString('hex')}`;

async function signIn(username: string, password: string): Promise<Account> {
  const body = { username, password, ...(await captchaFields()) };
  const { user, accessToken } = (await ask('POST', '/auth/login', body)) as SignedIn;
  return { id: user.id, username: user.username, token: accessToken };
}

/** A new customer whose address is not verified. */
export async function unverifiedUser(kind = 'new'): Promise<Account> {
  const username = newName(kind);
  const body = {
    username,
    email: addressOf({ username }),
    password: PASSWORD,
    confirmPassword: PASSWORD,
    ...(await captchaFields()),
  };
  const { user, accessToken } = (await ask('POST', '/auth/register', body)) as SignedIn;
  return { id: user.id, username, token: accessToken };
}

/** A new customer with a verified address. */
export async function newUser(): Promise<Account> {
  const account = await unverifiedUser('verified');
  const code = await inMailTo(addressOf(account), CODE);
  await ask('POST', '/auth/verify-email', { code }, account.token);
  return account;
}

/** Runs a program in the environment of a service that runs. */
function inside(service: string, program: string, argument: string): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['deploy/local/dist/inside.js', service, program, argument],
    { cwd: ROOT, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
}

/** A user created by the import command, without an address. */
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

/** The one session of a user's. */
export async function sessionOf({ token }: Account): Promise<string> {
  const [session] = (await ask('GET', '/user/sessions', undefined, token)) as { id: string }[];
  return session!.id;
}

/** The first administrator. */
export function administrator(): Promise<Account> {
  return signIn(ADMIN_USERNAME, ADMIN_PASSWORD);
}

/** An administrator whose last password or code is an hour old, as in a stolen token. */
export async function staleAdministrator(by: Account): Promise<Account> {
  const { id, username } = await newAdministrator(by);
  const body = { username, password: PASSWORD, ...(await captchaFields()) };
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

/** A new customer whom an administrator has made one of theirs. */
export async function newAdministrator(by: Account): Promise<Account> {
  const { id, username } = await unverifiedUser('admin');
  await ask('PUT', `/admin/users/${id}`, { admin: 1 }, by.token);
  return signIn(username, PASSWORD);
}

/** Was an administrator when the token was signed; the token itself is still good. */
export async function demotedAdministrator(by: Account): Promise<Account> {
  const account = await newAdministrator(by);
  await ask('GET', '/admin/users', undefined, account.token);
  await ask('PUT', `/admin/users/${account.id}`, { admin: 0 }, by.token);
  await refusedEverywhere(account);
  return account;
}

/** Deleted their account; the token itself is still good. */
export async function deletedUser(): Promise<Account> {
  const account = await unverifiedUser('deleted');
  await ask('DELETE', '/user/account', undefined, account.token);
  await refusedEverywhere(account);
  return account;
}

/** Every service learns on its own that a token is revoked. */
async function refusedEverywhere({ token }: Account): Promise<void> {
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

/** A new API key of this account, which has just signed in. */
export async function apiKeyOf({ token }: Account, fields: KeyFields): Promise<string> {
  const { key } = (await ask('POST', '/user/api-keys', { name: 'e2e', ...fields }, token)) as {
    key: string;
  };
  return key;
}

/** One that worked, and was refused within a second of its revocation. */
export async function revokedApiKeyOf(account: Account, fields: KeyFields): Promise<string> {
  const key = await apiKeyOf(account, fields);
  await ask('GET', '/user/quota/ledger', undefined, key);
  await ask('DELETE', `/user/api-keys/${await newestKeyOf(account)}`, undefined, account.token);
  await refusedWithin(1_000, key);
  return key;
}

/** One whose end has come. */
export async function expiredApiKeyOf(account: Account, fields: KeyFields): Promise<string> {
  const key = await apiKeyOf(account, fields);
  inside('auth', 'web/e2e/stack/expire-api-key.mjs', await newestKeyOf(account));
  return key;
}

/** An administrator's key, whose owner has lost the role. */
export async function demotedAdministratorsKey(by: Account, fields: KeyFields): Promise<string> {
  const account = await newAdministrator(by);
  const key = await apiKeyOf(account, fields);
  await ask('GET', '/user/quota/ledger', undefined, key);
  await ask('PUT', `/admin/users/${account.id}`, { admin: 0 }, by.token);
  await refusedWithin(1_000, key);
  return key;
}

async function newestKeyOf({ token }: Account): Promise<string> {
  const [{ id }] = (await ask('GET', '/user/api-keys', undefined, token)) as [{ id: string }];
  return id;
}

async function refusedWithin(ms: number, key: string): Promise<void> {
  const refused = async () => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(`${BASE_URL}/api/user/quota/ledger`, { headers })).status;
  };
  await expect.poll(refused, { timeout: ms, intervals: [10] }).toBe(401);
}
