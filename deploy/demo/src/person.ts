import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { captchaFields, type Captcha } from '@casement/local/testing/captcha.js';
import { waitUntil } from '@casement/local/wait-until.js';
import { MACHINES } from './machines.js';
import type { Product } from './product.js';

/** Password of every demo customer. */
export const PASSWORD = 'Demo-Jendela-7!';
/** Status of an order after an action of the sandbox. */
const OUTCOMES: Record<string, string> = { pay: 'PAID', expire: 'EXPIRED', fail: 'FAILED' };
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
    /** Address of the browser. The gateway trusts the header from loopback, like a proxy's. */
    private readonly address?: string,
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

  /**
   * Orders quota and waits for the outcome of the action, because an equal open order would be returned instead of a
   * new one.
   *
   * @param action one of the sandbox, such as `pay` or `underpay`
   * @returns the reference of the order
   */
  async topUp(quantity: number, method: string, action?: string): Promise<string> {
    const body = { quantity, payment_method: method };
    const { reference } = await this.call<{ reference: string }>('POST', '/user/topup', body);
    if (action) await this.changeOrder(reference, method, action);
    const outcome = action && OUTCOMES[action];
    const isOver = async () =>
      (await this.call<{ status: string }>('GET', `/user/topup/${reference}`)).status === outcome;
    if (outcome && !(await waitUntil(isOver, 120_000, 100)))
      throw new Error(`The order of ${this.username} by ${method} did not become ${outcome}.`);
    return reference;
  }

  /** Performs an action of the payment provider on an order, such as a second payment. */
  async changeOrder(reference: string, method: string, action: string): Promise<void> {
    const provider = /^(MIDTRANS|STRIPE)_/.exec(method)?.[1]?.toLowerCase() ?? 'transactions';
    await this.askSandbox(`${provider}/${reference}/${action}`, {});
  }

  /** Orders quota and pays it by a transfer in USDT. */
  async topUpByTransfer(quantity: number): Promise<void> {
    type Order = { encoded_amount_usdt: number; merchant_ref: string };
    const order = await this.call<Order>('POST', '/user/topup/bpay/prepare', { quantity });
    const { encoded_amount_usdt: amount, merchant_ref } = order;
    const transfer = { amount: String(amount), shape: 'new' };
    const { orderId } = await this.askSandbox<{ orderId: string }>('binance/transfers', transfer);
    const proof = { txid: orderId, encoded_amount: amount, merchant_ref };
    await this.call('POST', '/user/topup/bpay/verify', proof);
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

  private async askSandbox<Answer>(path: string, body: object): Promise<Answer> {
    const url = `${this.product.sandboxUrl}/_sandbox/${path}`;
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${path}.`);
    return (await response.json()) as Answer;
  }

  private async send(method: string, path: string, body?: object): Promise<Response> {
    const request = {
      method,
      headers: {
        'content-type': 'application/json',
        origin: this.product.publicUrl,
        'idempotency-key': randomUUID(),
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...this.ofAddress,
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

  private get ofAddress(): Record<string, string> {
    return this.address ? { 'x-real-ip': this.address } : {};
  }

  private async captcha(): Promise<Record<string, string>> {
    const url = `${this.product.base}/api/auth/captcha`;
    const response = await fetch(url, { headers: this.ofAddress });
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
