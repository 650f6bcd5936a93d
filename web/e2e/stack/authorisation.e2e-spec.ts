import { readFileSync } from 'node:fs';
import { ADMIN_KEY_SCOPES, API_KEY_SCOPES } from '@casement/proto/http/auth/api-keys.js';
import { EFFECTS, type Effect } from '@casement/proto/http/effects.js';
import { expect, test } from '../support/console-errors.js';
import {
  administrator,
  apiKeyOf,
  deletedUser,
  demotedAdministrator,
  demotedAdministratorsKey,
  expiredApiKeyOf,
  legacyUser,
  newUser,
  revokedApiKeyOf,
  sessionOf,
  staleAdministrator,
  unverifiedUser,
} from './accounts.js';
import { KEYS, LAST, MATRIX, STEP_UP, type Access } from './authorisation-matrix.js';

const { BASE_URL = '', RUN_FILE = '' } = process.env;

interface Route {
  method: string;
  path: string;
  access: string;
  effect: Effect;
  keyScope: string | null;
}

/** Returns all HTTP routes of the running services, as the services list them. */
async function runningRoutes(): Promise<Route[]> {
  const { wiring } = JSON.parse(readFileSync(RUN_FILE, 'utf8')) as {
    wiring: { addresses: { http: Record<string, number> } };
  };
  const services = ['auth', 'billing', 'install', 'telegram', 'security'];
  const lists = await Promise.all(
    services.map(async (service) => {
      const port = wiring.addresses.http[service];
      const answer = await fetch(`http://127.0.0.1:${port}/internal/routes`);
      const { data } = (await answer.json()) as { data: Route[] };
      return data;
    }),
  );
  return lists.flat();
}

/** Nonexistent id, so that a permitted caller changes nothing. */
const NO_ID = '01a1fd9f-0000-7000-8000-000000000000';

/** Request bodies required by routes that validate before they look up the resource. */
const BODIES: Record<string, object> = {
  'PUT /api/user/install/:id/label': { label: 'web-1' },
  'PUT /api/user/webhooks/:id': {
    url: 'https://receiver.example/hook',
    events: ['install.completed'],
  },
  'POST /api/user/install/:id/rdp-check': { password: 'Tirai-Bambu-9!' },
  'POST /api/user/install/:id/again': {
    code: '0123-4567',
    win_ver: 'ws2022',
    passwd_rdp: 'Tirai-Bambu-9!',
  },
  'POST /api/admin/install-data/:id/release': { note: 'Checked on the console' },
  'POST /api/user/install/:id/linux': {
    code: '0123-4567',
    version_id: '00000000-0000-4000-8000-000000000000',
    root_password: 'Tirai-Bambu-9!',
  },
  'POST /api/user/install/:id/password': { code: '0123-4567', passwd_rdp: 'Tirai-Bambu-9!' },
  'PUT /api/user/scripts/:id': { name: 'updates', content: 'Get-HotFix' },
};

/**
 * Sends a separate client address per caller, which the gateway trusts from this machine. With a single address these
 * calls would exceed the rate limit and leave no budget for later tests.
 */
async function call(
  { method, path }: Route,
  token: string | null,
  id: string,
  from: string,
): Promise<number> {
  const concrete = path
    .replace(':row', '1')
    .replace(':number', 'CSM-2026-000001')
    .replace(/:[A-Za-z0-9]+/g, id);
  const url = `${BASE_URL}${concrete}`;
  const answer = await fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      origin: BASE_URL,
      'x-real-ip': from,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(BODIES[`${method} ${path}`] ?? {}) }),
  });
  await answer.body?.cancel();
  return answer.status;
}

const isAccepted = (status: number) => ![401, 403, 429].includes(status) && status < 500;

type Check = (status: number) => boolean;
const unknown: Check = (status) => status === 401;
const forbidden: Check = (status) => status === 403;
const absent: Check = (status) => status === 404;

/** Effective role of a caller: no valid account, a live account, or an administrator. */
type Role = 'visitor' | 'user' | 'admin';

/** Expected response per role. `callback` routes answer 403 to a missing signature for any caller. */
const EXPECTED: Record<Access, Record<Role, Check>> = {
  public: { visitor: isAccepted, user: isAccepted, admin: isAccepted },
  cookie: { visitor: unknown, user: unknown, admin: unknown },
  'signed-in': { visitor: unknown, user: isAccepted, admin: isAccepted },
  admin: { visitor: unknown, user: forbidden, admin: isAccepted },
  agent: { visitor: unknown, user: unknown, admin: unknown },
  callback: { visitor: forbidden, user: forbidden, admin: forbidden },
  internal: { visitor: absent, user: absent, admin: absent },
};

interface Caller {
  token: string | null;
  role: Role;
  /** Used for every id in a path. */
  id: string;
  /** The id belongs to another user, so signed-in routes answer 404. */
  foreign?: boolean;
}

/** Returns one caller of each kind. A token whose role or account is gone grants no access. */
async function callers(): Promise<Record<string, Caller>> {
  const [user, admin] = [await newUser(), await administrator()];
  const caller = (token: string | null, role: Role, id = NO_ID) => ({
    token,
    role,
    id,
  });
  return {
    visitor: caller(null, 'visitor'),
    user: caller(user.token, 'user'),
    'other user': {
      ...caller((await newUser()).token, 'user', await sessionOf(user)),
      foreign: true,
    },
    'unverified user': caller((await unverifiedUser()).token, 'user'),
    'user without e-mail': caller((await legacyUser()).token, 'user'),
    admin: caller(admin.token, 'admin'),
    'demoted admin': caller((await demotedAdministrator(admin)).token, 'visitor'),
    'deleted user': caller((await deletedUser()).token, 'visitor'),
  };
}

/** API key with its scopes. A dead key was revoked or has expired. */
interface Key {
  key: string;
  scopes?: readonly string[];
  dead?: boolean;
}

/** A key counts as no credentials on routes that are not for signed-in users. */
function expectedOfKey(access: Access, scope: string | undefined, { scopes, dead }: Key): Check {
  if (access !== 'signed-in' && access !== 'admin') return EXPECTED[access].visitor;
  if (scope === undefined) return forbidden;
  if (dead) return unknown;
  return scopes?.includes(scope) ? isAccepted : forbidden;
}

/** The networks include all addresses that the tests call from. */
const adminKey = (scopes: readonly string[]) => ({
  scopes: [...scopes],
  networks: ['10.9.0.0/16', '127.0.0.1', '::1'],
  expires_in_days: 1,
});

/**
 * Spreads the calls over sixteen addresses each: too many rejected tokens or keys from one address would trigger a
 * 429.
 */
const addressOfCaller = (test: number, caller: number, route: number) =>
  `10.${test}.${caller}.${route % 16}`;

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const leastHarmfulFirst = (a: Route, b: Route) => LAST.indexOf(nameOf(a)) - LAST.indexOf(nameOf(b));

test.describe('authorisation matrix', () => {
  test('§6 classifies exactly the routes of the running services', async () => {
    const names = (await runningRoutes()).map(nameOf);
    expect([...new Set(names)].sort()).toEqual(Object.keys(MATRIX).sort());
  });

  test('§6 admits each caller only to permitted routes', async () => {
    const everyCaller = Object.entries(await callers());
    const wrong: string[] = [];
    for (const [r, route] of (await runningRoutes()).sort(leastHarmfulFirst).entries()) {
      const access = MATRIX[nameOf(route)];
      if (!access) continue;
      for (const [n, [who, { token, role, id, foreign }]] of everyCaller.entries()) {
        const status = await call(route, token, id, addressOfCaller(8, n, r));
        const isOthersObject = foreign && access === 'signed-in' && route.path.includes('/:');
        const check = isOthersObject ? absent : EXPECTED[access][role];
        if (!check(status)) {
          wrong.push(`${nameOf(route)} (${access}) answers ${status} to ${who}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test('§6 a confirmation older than five minutes is rejected by exactly the routes with an effect on money, access, data or availability', async () => {
    const { token } = await staleAdministrator(await administrator());
    const wrong: string[] = [];
    for (const [r, route] of (await runningRoutes()).sort(leastHarmfulFirst).entries()) {
      const access = MATRIX[nameOf(route)];
      if (access !== 'signed-in' && access !== 'admin') continue;
      const isListed = STEP_UP[route.effect]?.includes(nameOf(route)) ?? false;
      if (isListed !== (EFFECTS[route.effect].stepUp !== false)) {
        wrong.push(`${nameOf(route)} has the effect ${route.effect}`);
      }
      const secondPage = {
        ...route,
        path: `${route.path}${route.effect === 'data' ? '?page=2' : ''}`,
      };
      const status = await call(secondPage, token, NO_ID, addressOfCaller(7, 0, r));
      if (!(isListed ? forbidden : isAccepted)(status)) {
        wrong.push(`${nameOf(route)} (${route.effect}) answers ${status} to an old confirmation`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('API keys: each route accepts only keys with its scope', async () => {
    const owner = await newUser();
    const admin = await administrator();
    const elsewhere = ['203.0.113.7'];
    const every = [...API_KEY_SCOPES, ...ADMIN_KEY_SCOPES];
    const keys: Record<string, Key> = {
      revoked: { key: await revokedApiKeyOf(owner, { scopes: [...API_KEY_SCOPES] }), dead: true },
      'of another network': {
        key: await apiKeyOf(owner, { scopes: [...API_KEY_SCOPES], networks: elsewhere }),
      },
      'of an administrator as a customer': {
        key: await apiKeyOf(admin, { scopes: ['quota:read'] }),
        scopes: ['quota:read'],
      },
      "administrator's, revoked": {
        key: await revokedApiKeyOf(admin, adminKey(every)),
        dead: true,
      },
      "administrator's, expired": {
        key: await expiredApiKeyOf(admin, adminKey(every)),
        dead: true,
      },
      "administrator's, of another network": {
        key: await apiKeyOf(admin, { ...adminKey(every), networks: elsewhere }),
      },
      'of a former administrator': {
        key: await demotedAdministratorsKey(admin, adminKey(every)),
        dead: true,
      },
    };
    for (const scope of API_KEY_SCOPES) {
      keys[scope] = { key: await apiKeyOf(owner, { scopes: [scope] }), scopes: [scope] };
    }
    for (const scope of ADMIN_KEY_SCOPES) {
      keys[scope] = { key: await apiKeyOf(admin, adminKey([scope])), scopes: [scope] };
    }

    const wrong: string[] = [];
    for (const [r, route] of (await runningRoutes()).entries()) {
      const [access, scope] = [MATRIX[nameOf(route)], KEYS[nameOf(route)]];
      if (route.keyScope !== (scope ?? null)) wrong.push(`${nameOf(route)} names another scope`);
      if (!access) continue;
      for (const [n, [kind, key]] of Object.entries(keys).entries()) {
        const status = await call(route, key.key, NO_ID, addressOfCaller(9, n, r));
        if (!expectedOfKey(access, scope, key)(status)) {
          wrong.push(`${nameOf(route)} (${access}, ${scope}) answers ${status} to a key ${kind}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});
