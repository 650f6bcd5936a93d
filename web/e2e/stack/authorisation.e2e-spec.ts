import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { administrator, newUser } from './accounts.js';
import { MATRIX, type Access } from './authorisation-matrix.js';

const { BASE_URL = '', RUN_FILE = '' } = process.env;

interface Route {
  method: string;
  path: string;
  access: string;
}

/** Every HTTP route of every running service, as the services themselves list them. */
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

/** Nobody's id: whoever is let in finds nothing and changes nothing. */
const NOBODY = '01a1fd9f-0000-7000-8000-000000000000';

async function call({ method, path }: Route, token: string | null): Promise<number> {
  const url = `${BASE_URL}${path.replace(/:[A-Za-z0-9]+/g, NOBODY)}`;
  const answer = await fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      origin: BASE_URL,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(method === 'GET' ? {} : { body: '{}' }),
  });
  await answer.body?.cancel();
  return answer.status;
}

const letIn = (status: number) => status !== 401 && status !== 403 && status < 500;

type Check = (status: number) => boolean;
const unknown: Check = (status) => status === 401;
const forbidden: Check = (status) => status === 403;
const absent: Check = (status) => status === 404;

/** What each kind of caller must meet. `callback` answers 403 to a missing signature, whoever calls. */
const EXPECTED: Record<Access, { visitor: Check; user: Check; admin: Check }> = {
  public: { visitor: letIn, user: letIn, admin: letIn },
  cookie: { visitor: unknown, user: unknown, admin: unknown },
  'signed-in': { visitor: unknown, user: letIn, admin: letIn },
  admin: { visitor: unknown, user: forbidden, admin: letIn },
  agent: { visitor: unknown, user: unknown, admin: unknown },
  callback: { visitor: forbidden, user: forbidden, admin: forbidden },
  internal: { visitor: absent, user: absent, admin: absent },
};

test.describe('the authorisation matrix', () => {
  test('§6 classifies every route of every running service, and no other', async () => {
    const names = (await runningRoutes()).map(({ method, path }) => `${method} ${path}`);
    expect([...new Set(names)].sort()).toEqual(Object.keys(MATRIX).sort());
  });

  test('§6 lets each caller in where it may be, and nowhere else', async () => {
    test.setTimeout(120_000);
    const tokens = { visitor: null, user: await newUser(), admin: await administrator() };
    const wrong: string[] = [];
    for (const route of await runningRoutes()) {
      const access = MATRIX[`${route.method} ${route.path}`];
      if (!access || access === 'ends-session') continue;
      for (const [who, token] of Object.entries(tokens)) {
        const status = await call(route, token);
        if (!EXPECTED[access][who as keyof typeof tokens](status)) {
          wrong.push(`${route.method} ${route.path} (${access}) answers ${status} to ${who}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});
