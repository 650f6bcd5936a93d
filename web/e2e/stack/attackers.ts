import { request } from 'node:http';
import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { solve } from './captcha.js';

const { BASE_URL = '' } = process.env;

/** Every address of 127.0.0.0/8 is this machine's, and a client of its own to the gateway. */
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

/** Calls the running product from one address, as a program does. */
export function call(from: string, path: string, { method, body, headers }: Call = {}) {
  const { hostname, port } = new URL(BASE_URL);
  const text = body && JSON.stringify(body);
  return new Promise<Answer>((resolve, reject) => {
    const options = {
      // One may also listen on ::1, to which no address of 127.0.0.0/8 can call.
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

interface Captcha {
  id: string;
  question: string;
  honeypotField: string;
}

/** The fields of a form with its CAPTCHA answered, correctly by default. */
export async function captchaOf(
  from: string,
  answer?: string,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const { body } = await call(from, '/api/auth/captcha', { headers });
  const { id, question, honeypotField } = body['captcha'] as Captcha;
  return { captchaId: id, captchaAnswer: answer ?? solve(question), [honeypotField]: '' };
}

/** One try to sign in. */
export async function tryPassword(
  from: string,
  username: string,
  password: string,
): Promise<Answer> {
  const body = { username, password, ...(await captchaOf(from)) };
  return call(from, '/api/auth/login', { body });
}

/** A new account; answers its cookie. */
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

/** A call of each service, that needs no permission (and is refused without a token). */
export const ENFORCEMENT_POINTS = {
  auth: '/api/auth/captcha',
  billing: '/api/user/topup/history',
  install: '/api/user/install-history',
  telegram: '/api/user/telegram-notifications/settings',
  security: '/api/security/dashboard',
} as const;

/** Is it turned away at every service, with the answer that a blocked one gets? */
export async function isBlocked(from: string): Promise<boolean> {
  const turnedAway = await Promise.all(
    Object.values(ENFORCEMENT_POINTS).map((path) => isTurnedAway(from, path)),
  );
  return turnedAway.every(Boolean);
}

export async function isTurnedAway(from: string, path: string): Promise<boolean> {
  const { status, body } = await call(from, path);
  return status === 403 && body.code === 'IP_BLOCKED';
}

export const becomesBlocked = (from: string): Promise<void> =>
  expect.poll(() => isBlocked(from), { timeout: 30_000 }).toBe(true);

/** The address is not blocked. */
export async function isFree(from: string): Promise<void> {
  expect((await call(from, '/api/auth/captcha')).status).toBe(200);
}

/** The calls of an administrator, who sits at 127.0.0.1. */
export function desk(token: string) {
  const headers = { authorization: `Bearer ${token}` };
  return {
    post: (path: string, body: object) =>
      call('127.0.0.1', `/api/security/${path}`, { body, headers }),
    get: (path: string) => call('127.0.0.1', `/api/security/${path}`, { headers }),
    /** The alerts of one rule, once there is one. */
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
