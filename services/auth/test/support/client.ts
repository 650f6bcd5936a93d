import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Response } from 'supertest';
import type { CaptchaChallenge } from '@casement/proto/http/auth/sign-in.js';
import type { User } from '@casement/proto/http/auth/users.js';
import { ADMIN_PASSWORD, PUBLIC_URL, type AuthApp } from './auth-app.js';

export const PASSWORD = 'Secret-1!';

/** Returns a random client address, so that no test uses up another test's rate limits. */
export const randomAddress = (): string =>
  `203.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;

export const randomUsername = (): string => `ann_${randomBytes(6).toString('hex')}`;

export interface SignedInUser {
  user: User;
  accessToken: string;
  password: string;
  refreshToken: string;
}

/** Browser at a given address that fetches and answers CAPTCHAs. Stateless. */
export class Client {
  constructor(
    private readonly app: AuthApp,
    readonly address = randomAddress(),
    /** Accept-Language header. */
    private readonly language?: string,
  ) {}

  get(path: string, accessToken?: string) {
    return this.dress(this.app.http.get(path), accessToken);
  }

  put(path: string, body: object, accessToken?: string) {
    return this.dress(this.app.http.put(path), accessToken).send(body);
  }

  delete(path: string, accessToken?: string) {
    return this.dress(this.app.http.delete(path), accessToken);
  }

  post(path: string, body: object = {}, accessToken?: string) {
    return this.dress(this.app.http.post(path), accessToken).set('Origin', PUBLIC_URL).send(body);
  }

  /** Sends a POST to a route that uses the refresh cookie. */
  postWithCookie(path: string, refreshToken: string, origin: string | null = PUBLIC_URL) {
    const request = this.dress(this.app.http.post(path)).set('Cookie', cookieWith(refreshToken));
    return (origin === null ? request : request.set('Origin', origin)).send({});
  }

  async challenge(): Promise<CaptchaChallenge> {
    const answer = await this.get('/api/auth/captcha').expect(200);
    return (answer.body as { captcha: CaptchaChallenge }).captcha;
  }

  /** Returns the form fields of a correctly answered CAPTCHA. */
  async captcha(): Promise<Record<string, string>> {
    const challenge = await this.challenge();
    return {
      captchaId: challenge.id,
      captchaAnswer: String(solve(challenge.question)),
      [challenge.honeypotField]: '',
    };
  }

  async register(fields: Record<string, unknown> = {}): Promise<Response> {
    const username = randomUsername();
    return this.post('/api/auth/register', {
      username,
      email: `${username}@example.test`,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      ...(await this.captcha()),
      ...fields,
    });
  }

  async login(username: string, password: string): Promise<Response> {
    return this.post('/api/auth/login', { username, password, ...(await this.captcha()) });
  }

  /** Signs in like the page does when a proof of work is required. */
  async loginWithProof(username: string, password: string): Promise<Response> {
    const captcha = await this.captcha();
    const proof = prove(captcha['captchaId'] ?? '');
    return this.post('/api/auth/login', { username, password, proof, ...captcha });
  }

  async newUser(): Promise<SignedInUser> {
    const answer = await this.register();
    expect(answer.status).toBe(201);
    const { user, accessToken } = (answer.body as { data: { user: User; accessToken: string } })
      .data;
    return { user, accessToken, password: PASSWORD, refreshToken: refreshTokenOf(answer) };
  }

  /** Returns the first administrator, signed in. */
  async administrator(): Promise<SignedInUser> {
    const answer = await this.login('admin', ADMIN_PASSWORD);
    expect(answer.status).toBe(200);
    const { user, accessToken } = (answer.body as { data: { user: User; accessToken: string } })
      .data;
    return { user, accessToken, password: ADMIN_PASSWORD, refreshToken: refreshTokenOf(answer) };
  }

  /** Starts a new session of a known user with the current role. */
  async again({ user, password }: SignedInUser): Promise<SignedInUser> {
    const answer = await this.login(user.username, password);
    expect(answer.status).toBe(200);
    const { data } = answer.body as { data: { user: User; accessToken: string } };
    return { ...data, password, refreshToken: refreshTokenOf(answer) };
  }

  private dress<T extends { set(field: string, value: string): T }>(
    request: T,
    accessToken?: string,
  ): T {
    const dressed = request.set('X-Real-IP', this.address);
    if (this.language !== undefined) dressed.set('Accept-Language', this.language);
    return accessToken ? dressed.set('Authorization', `Bearer ${accessToken}`) : dressed;
  }
}

/** Returns a number that makes the hash begin with sixteen zero bits. */
export function prove(captchaId: string): string {
  for (let number = 0; ; number += 1) {
    const hash = createHash('sha256').update(`${captchaId}:${number}`).digest();
    if (hash.readUInt16BE(0) === 0) return String(number);
  }
}

export function solve(question: string): number {
  const [, a, operator, b] = /^(\d+) ([+x-]) (\d+) = \?$/.exec(question) ?? [];
  const [left, right] = [Number(a), Number(b)];
  if (operator === '+') return left + right;
  return operator === '-' ? left - right : left * right;
}

/** Name of the cookie for an https PUBLIC_URL. */
const COOKIE = '__Secure-casement_refresh';
export const cookieWith = (refreshToken: string): string => `${COOKIE}=${refreshToken}`;

export function refreshCookieOf(answer: Response): string {
  const lines = (answer.headers['set-cookie'] ?? []) as unknown as string[];
  return lines.find((line) => line.startsWith(`${COOKIE}=`)) ?? '';
}

export const refreshTokenOf = (answer: Response): string =>
  /^[^=]+=([^;]*)/.exec(refreshCookieOf(answer))?.[1] ?? '';
