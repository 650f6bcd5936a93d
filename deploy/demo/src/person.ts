import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { captchaFields, type Captcha } from '@casement/local/testing/captcha.js';
import { MACHINES } from './machines.js';
import type { Product } from './product.js';

/** Password of every demo customer. */
export const PASSWORD = 'Demo-Jendela-7!';
const RDP_PASSWORD = 'Demo-Windows-1';

interface SignedIn {
  user: { id: string };
  accessToken: string;
}
interface Mail {
  to: { address: string }[];
  text: string;
}

/** Refresh cookie and token of a session, as a browser holds them. */
export interface BrowserSession {
  token: string;
  cookies: string[];
}

/** User of the demo who calls the API like the page. */
export class Person {
  token = '';
  id = '';

  constructor(
    private readonly product: Product,
    readonly username: string,
    private readonly password = PASSWORD,
  ) {}

  /** Registers, and confirms the address with the code from the mail. */
  async register(): Promise<void> {
    const { username, password } = this;
    const email = `${username}@example.com`;
    const body = { username, email, password, confirmPassword: password };
    const { user, accessToken } = await this.call<SignedIn>('POST', '/auth/register', {
      ...body,
      ...(await this.captcha()),
    });
    this.token = accessToken;
    this.id = user.id;
    await this.call('POST', '/auth/verify-email', { code: await this.codeFromMail(email) });
  }

  async signIn(): Promise<BrowserSession> {
    const { username, password } = this;
    const response = await this.send('POST', '/auth/login', {
      username,
      password,
      ...(await this.captcha()),
    });
    const { data } = (await response.json()) as { data: SignedIn };
    this.token = data.accessToken;
    this.id = data.user.id;
    return { token: this.token, cookies: response.headers.getSetCookie() };
  }

  /** @returns the reference of the order; `action` is one of the sandbox, such as `pay` or `expire` */
  async topUp(quantity: number, method: string, action?: string): Promise<string> {
    const body = { quantity, payment_method: method };
    const { reference } = await this.call<{ reference: string }>('POST', '/user/topup', body);
    if (action) {
      const url = `${this.product.sandboxUrl}/_sandbox/transactions/${reference}/${action}`;
      const response = await fetch(url, { method: 'POST', body: '{}' });
      if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${action}.`);
    }
    return reference;
  }

  /** @returns the id of the install */
  async install(
    address: string,
    version: string,
    rootPassword = MACHINES.rootPassword,
  ): Promise<string> {
    const { id } = await this.call<{ id: string }>('POST', '/user/install', {
      ip: address,
      passwd_vps: rootPassword,
      ssh_port: MACHINES.port,
      win_ver: version,
      passwd_rdp: RDP_PASSWORD,
    });
    return id;
  }

  /** Calls the API and returns its `data`. @throws Error for any response other than success */
  async call<Data>(method: string, path: string, body?: object): Promise<Data> {
    return ((await (await this.send(method, path, body)).json()) as { data: Data }).data;
  }

  private async send(method: string, path: string, body?: object): Promise<Response> {
    const request = {
      method,
      headers: {
        'content-type': 'application/json',
        origin: this.product.publicUrl,
        'idempotency-key': randomUUID(),
        ...(this.token && { authorization: `Bearer ${this.token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    };
    for (let tries = 1; ; tries += 1) {
      const response = await fetch(`${this.product.base}/api${path}`, request);
      if (response.ok) return response;
      // A busy machine answers 503 for a moment; the key makes it safe to repeat the call.
      if (response.status !== 503 || tries === 10) {
        const text = (await response.text()).slice(0, 300);
        throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
      }
      await sleep(1_000);
    }
  }

  private async captcha(): Promise<Record<string, string>> {
    const response = await fetch(`${this.product.base}/api/auth/captcha`);
    return captchaFields(((await response.json()) as { captcha: Captcha }).captcha);
  }

  private async codeFromMail(address: string): Promise<string> {
    for (let tries = 0; tries < 300; tries += 1) {
      const mails = (await (await fetch(`${this.product.mailUrl}/email`)).json()) as Mail[];
      const code = mails
        .filter(({ to }) => to.some((recipient) => recipient.address === address))
        .map(({ text }) => /code is ([A-Z0-9]{6})/.exec(text)?.[1])
        .findLast(Boolean);
      if (code) return code;
      await sleep(100);
    }
    throw new Error(`No mail with a code arrived for ${address}.`);
  }
}
