import { request } from 'node:http';
import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { captchaFields, type Captcha } from '@casement/local/testing/captcha.js';

const { BASE_URL = '' } = process.env;

/**
 * Returns the address of client number `n`. All of 127.0.0.0/8 belongs to this machine, and the gateway treats each
 * address as a separate client.
 */
export const address = (n: number): string => `127.77.${Math.floor(n / 250)}.${(n % 250) + 1}`;

export interface Answer {
  status: number;
  body: { success?: boolean; code?: string; message?: string; data?: unknown } & Record<
    string,
    unknown
  >;
  cookie: string | undefined;
  requestId: string | undefined;
}

interface Call {
  method?: string;
  body?: object;
  headers?: Record<string, string>;
}

/** Calls the running product from a given address, as a program does. */
export function call(from: string, path: string, { method, body, headers }: Call = {}) {
  const { hostname, port } = new URL(BASE_URL);
  const text = body && JSON.stringify(body);
  return new Promise<Answer>((resolve, reject) => {
    const options = {
      // `localhost` may resolve to ::1, which is unreachable from 127.0.0.0/8.
      host: hostname === 'localhost' ? '127.0.0.1' : hostname,
      port,
      path,
      localAddress: from,
      agent: false,
      method: method ?? (body ? 'POST' : 'GET'),
      headers: {
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(text)),
        }),
        origin: BASE_URL,
        ...headers,
      },
    };
    const sent = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const cookie = response.headers['set-cookie']?.[0]?.split(';')[0];
        const requestId = response.headers['x-request-id']?.toString();
        const body = read(Buffer.concat(chunks));
        resolve({ status: response.statusCode ?? 0, body, cookie, requestId });
      });
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

function read(text: Buffer): Answer['body'] {
  try {
    return JSON.parse(text.toString()) as Answer['body'];
  } catch {
    return {};
  }
}

/** Returns the form fields with the CAPTCHA answered, correctly by default. */
export async function captchaOf(
  from: string,
  answer?: string,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const { body } = await call(from, '/api/auth/captcha', { headers });
  return captchaFields(body['captcha'] as Captcha, answer);
}

export async function tryPassword(
  from: string,
  username: string,
  password: string,
): Promise<Answer> {
  const body = { username, password, ...(await captchaOf(from)) };
  return call(from, '/api/auth/login', { body });
}

export async function register(from: string): Promise<{ cookie: string; token: string }> {
  const username = `drill-${randomBytes(5).toString('hex')}`;
  const password = 'Kaca-Jendela-7!';
  const account = {
    username,
    email: `${username}@example.com`,
    password,
    confirmPassword: password,
  };
  const body = { ...account, ...(await captchaOf(from)) };
  const answer = await call(from, '/api/auth/register', { body });
  expect(answer.status).toBe(201);
  const { accessToken } = answer.body.data as { accessToken: string };
  return { cookie: answer.cookie!, token: accessToken };
}

/**
 * A path per service, called to find out whether the service rejects an address. A block is reported before a missing
 * token.
 */
export const ENFORCEMENT_POINTS = {
  auth: '/api/auth/captcha',
  billing: '/api/user/topup/history',
  install: '/api/user/install-history',
  telegram: '/api/user/telegram-notifications/settings',
  security: '/api/security/dashboard',
} as const;

/** Checks whether every service rejects the address with the response for blocked addresses. */
export async function isBlocked(from: string): Promise<boolean> {
  const rejected = await Promise.all(
    Object.values(ENFORCEMENT_POINTS).map((path) => isRejectedAsBlocked(from, path)),
  );
  return rejected.every(Boolean);
}

export async function isRejectedAsBlocked(from: string, path: string): Promise<boolean> {
  const { status, body } = await call(from, path);
  return status === 403 && body.code === 'IP_BLOCKED';
}

export const waitUntilBlocked = (from: string): Promise<void> =>
  expect.poll(() => isBlocked(from), { timeout: 30_000 }).toBe(true);

export async function expectNotBlocked(from: string): Promise<void> {
  expect((await call(from, '/api/auth/captcha')).status).toBe(200);
}

/** Returns functions that call the security API as an administrator from 127.0.0.1. */
export function securityApi(token: string) {
  const headers = { authorization: `Bearer ${token}` };
  return {
    post: (path: string, body: object) =>
      call('127.0.0.1', `/api/security/${path}`, { body, headers }),
    get: (path: string) => call('127.0.0.1', `/api/security/${path}`, { headers }),
    /** Waits for alerts of a rule and returns them. */
    alertOf: async (rule: string, ip: string) => {
      let found: Record<string, unknown> | undefined;
      await expect
        .poll(
          async () => {
            const { body } = await call('127.0.0.1', `/api/security/alerts?ip=${ip}&pageSize=100`, {
              headers,
            });
            found = (body.data as Record<string, unknown>[]).find(
              (alert) => alert['rule'] === rule && alert['ip'] === ip,
            );
            return found;
          },
          { timeout: 30_000 },
        )
        .toBeTruthy();
      return found!;
    },
  };
}
