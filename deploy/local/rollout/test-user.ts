// A user of Casement. Calls go through the gateway, and every outcome is recorded.
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { captchaFields, type Captcha } from '@casement/local/testing/captcha.js';
import { ADMIN, type Product } from './product.js';

const PASSWORD = 'Kaca-Jendela-7!';
/** Timeout for hangs. */
const LIMIT_MS = 60_000;
/** Access tokens are valid for 15 minutes, and a run may take longer. */
const RENEW_AFTER_MS = 10 * 60_000;

export interface Call {
  name: string;
  method?: string;
  path?: string;
  ok: boolean;
  ms: number;
  status?: number;
  why: string;
}
export type AddCall = (call: Call) => void;

interface CallOptions {
  body?: object;
  headers?: Record<string, string>;
  expect?: number[];
}

/** API response, with the fields that the load reads. */
export interface Reply<Data> {
  data: Data;
  captcha?: Captcha;
  meta: { total: number };
}
interface SignedIn {
  user: { id: string };
  accessToken: string;
}

export class TestUser {
  /** References of the created payments. */
  readonly topups: string[] = [];
  /** Purchased quota. */
  bought = 0;
  readonly installs: string[] = [];
  /** Address of the gateway. May change at any time. */
  base: string;
  token?: string;
  id = '';
  username = '';
  email = '';
  private signedInAt = 0;

  constructor(
    private readonly product: Product,
    readonly record: AddCall,
    readonly address: string,
  ) {
    this.base = product.base;
  }

  /** @returns null for any response other than the expected ones, which is recorded as a failure */
  async ask<Data>(
    name: string,
    method: string,
    path: string,
    { body, headers, expect = [200, 201, 202] }: CallOptions = {},
  ): Promise<Reply<Data> | null> {
    const began = performance.now();
    let status = 0;
    let why = '';
    let answer: Reply<Data> | null = null;
    try {
      const response = await fetch(`${this.base}/api${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          origin: this.product.publicUrl,
          // Gives each user separate rate limits, because the gateway trusts loopback.
          'x-real-ip': this.address,
          ...(this.token && { authorization: `Bearer ${this.token}` }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      status = response.status;
      const text = await response.text();
      if (expect.includes(status)) answer = JSON.parse(text) as Reply<Data>;
      else why = text.slice(0, 300);
    } catch (error) {
      why = reasonOf(error);
    }
    const ms = performance.now() - began;
    this.record({ name, method, path, ok: answer !== null, ms, status, why });
    return answer;
  }

  private async captcha(): Promise<Record<string, string>> {
    const answer = await this.ask('captcha', 'GET', '/auth/captcha');
    return answer?.captcha ? captchaFields(answer.captcha) : {};
  }

  /** Returns another customer of the same gateway, who must register. */
  another(address: string): TestUser {
    const user = new TestUser(this.product, this.record, address);
    user.base = this.base;
    return user;
  }

  async register(): Promise<void> {
    this.username = `roll-${randomBytes(5).toString('hex')}`;
    this.email = `${this.username}@example.com`;
    const { username, email } = this;
    const fields = { username, email, password: PASSWORD, confirmPassword: PASSWORD };
    const body = { ...fields, ...(await this.captcha()) };
    const answer = await this.ask<SignedIn>('register', 'POST', '/auth/register', { body });
    this.token = answer?.data.accessToken;
  }

  async signIn(username = this.username, password = PASSWORD): Promise<void> {
    const body = { username, password, ...(await this.captcha()) };
    const answer = await this.ask<SignedIn>('sign-in', 'POST', '/auth/login', { body });
    if (answer) {
      this.token = answer.data.accessToken;
      this.id = answer.data.user.id;
    }
    this.signedInAt = Date.now();
  }

  signInAsAdministrator(): Promise<void> {
    return this.signIn(ADMIN.username, ADMIN.password);
  }

  /** Renews the sign-in before the token expires. */
  async renewAdministratorSession(): Promise<void> {
    if (Date.now() - this.signedInAt > RENEW_AFTER_MS) await this.signInAsAdministrator();
  }

  /** Makes the calls of a customer's page. */
  async browse(): Promise<void> {
    await this.ask('profile', 'GET', '/user/profile');
    await this.ask('dashboard', 'GET', '/user/dashboard');
    await this.ask('top-up history', 'GET', '/user/topup/history');
    await this.ask('quota history', 'GET', '/user/quota/ledger');
    await this.ask('install history', 'GET', '/user/install-history');
    await this.ask('Windows versions', 'GET', '/user/windows-versions');
    await this.ask('telegram status', 'GET', '/auth/telegram/status');
  }

  async browseAsAdministrator(): Promise<void> {
    await this.renewAdministratorSession();
    await this.ask('users', 'GET', '/admin/users');
    await this.ask('top-ups', 'GET', '/admin/topups');
    await this.ask('installs', 'GET', '/admin/install-data');
    await this.ask('monitoring', 'GET', '/admin/install-monitoring/realtime');
    await this.ask('alerts', 'GET', '/security/alerts?type=all');
    await this.ask('bots', 'GET', '/telegram/bot-info');
  }

  /** Gets a quote, sends the same order twice like a page that retries, and pays in the sandbox. */
  async topUp(): Promise<void> {
    const quantity = randomInt(1, 4);
    await this.ask('quote', 'POST', '/user/topup/calculate', { body: { quantity } });
    const order = {
      body: { quantity, payment_method: 'QRIS' },
      headers: { 'idempotency-key': randomUUID() },
    };
    const first = await this.ask<{ reference: string }>('top-up', 'POST', '/user/topup', order);
    const second = await this.ask<{ reference: string }>(
      'the same top-up again',
      'POST',
      '/user/topup',
      order,
    );
    const reference = first?.data.reference ?? second?.data.reference;
    // An order with the same content is offered again while it is open, also if its payment has not been processed yet.
    if (!reference || this.topups.includes(reference)) return;
    if (first && second && first.data.reference !== second.data.reference) {
      this.record({ name: 'one order for one key', ok: false, ms: 0, why: 'two references' });
    }
    this.topups.push(reference);
    this.bought += quantity;
    const url = `${this.product.sandboxUrl}/_sandbox/transactions/${reference}/pay`;
    const paid = await fetch(url, { method: 'POST', body: '{}' });
    if (!paid.ok) throw new Error(`the sandbox answered ${paid.status}`);
  }

  /** Requests an install on a machine that does not respond. The quota is held, then released. */
  async install(version: string): Promise<void> {
    const address = `127.0.1.${randomInt(1, 255)}`;
    const body = {
      ip: address,
      passwd_vps: 'Sim-Root-1',
      win_ver: version,
      passwd_rdp: 'Rdp-Pass-1',
    };
    // 409: another install uses that machine. The other refusals mean that the purchased quota has not been credited
    // yet.
    const expect = [200, 201, 202, 409, 402, 422, 400];
    const answer = await this.ask<{ id?: string }>('install', 'POST', '/user/install', {
      body,
      expect,
    });
    if (answer?.data?.id) this.installs.push(answer.data.id);
  }
}

/** Returns the message of a failed fetch with the code of its cause. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  return `${message} ${cause?.code ?? cause?.message ?? ''}`.trim();
}
