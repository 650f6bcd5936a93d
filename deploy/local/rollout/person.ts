// A user of Casement: every call through the gateway, every outcome recorded.
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { ADMIN } from './product.mjs';

const PASSWORD = 'Kaca-Jendela-7!';
/** For what hangs. */
const LIMIT_MS = 60_000;
/** An access token is good for 15 minutes, and a run may take longer. */
const RENEW_AFTER_MS = 10 * 60_000;

export class Person {
  /** References of the payments that were created. */
  topups = [];
  /** Pieces paid for. */
  bought = 0;
  installs = [];

  /**
   * @param base where the gateway is; may be changed at any time
   * @param record is called with `{ name, ok, ms, status, why }` of each call
   */
  constructor(product, record, address) {
    this.product = product;
    this.base = product.base;
    this.record = record;
    this.address = address;
  }

  /** One call. Any other than the expected answer is recorded as a failure, and null is returned. */
  async ask(name, method, path, { body, headers, expect = [200, 201, 202] } = {}) {
    const began = performance.now();
    let status = 0;
    let why = '';
    let answer = null;
    try {
      const response = await fetch(`${this.base}/api${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          origin: this.product.base,
          // The gateway believes loopback; so each has rate limits of their own, as out in the world.
          'x-real-ip': this.address,
          ...(this.token && { authorization: `Bearer ${this.token}` }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      status = response.status;
      const text = await response.text();
      if (expect.includes(status)) answer = JSON.parse(text);
      else why = text.slice(0, 300);
    } catch (error) {
      why = `${error.message} ${error.cause?.code ?? error.cause?.message ?? ''}`.trim();
    }
    const ms = performance.now() - began;
    this.record({ name, method, path, ok: answer !== null, ms, status, why });
    return answer;
  }

  async captcha() {
    const answer = await this.ask('captcha', 'GET', '/auth/captcha');
    const { id, question, honeypotField } = answer?.captcha ?? {
      question: '0 + 0',
      honeypotField: 'x',
    };
    const [, a, sign, b] = /(\d+)\s*([+\-−×x*])\s*(\d+)/.exec(question);
    const sum = { '+': +a + +b, '-': a - b, '−': a - b }[sign] ?? a * b;
    return { captchaId: id, captchaAnswer: String(sum), [honeypotField]: '' };
  }

  async register() {
    this.username = `roll-${randomBytes(5).toString('hex')}`;
    this.email = `${this.username}@example.com`;
    const { username, email } = this;
    const fields = { username, email, password: PASSWORD, confirmPassword: PASSWORD };
    const body = { ...fields, ...(await this.captcha()) };
    const answer = await this.ask('register', 'POST', '/auth/register', { body });
    this.token = answer?.data.accessToken;
    return this;
  }

  async signIn(username = this.username, password = PASSWORD) {
    const body = { username, password, ...(await this.captcha()) };
    const answer = await this.ask('sign-in', 'POST', '/auth/login', { body });
    if (answer) this.token = answer.data.accessToken;
    this.signedInAt = Date.now();
    return this;
  }

  signInAsAdministrator() {
    return this.signIn(ADMIN.username, ADMIN.password);
  }

  /** Signs in again where the token would soon expire. */
  async stayAdministrator() {
    if (Date.now() - this.signedInAt > RENEW_AFTER_MS) await this.signInAsAdministrator();
  }

  /** What a page of the customer's asks. */
  async lookAround() {
    await this.ask('profile', 'GET', '/user/profile');
    await this.ask('dashboard', 'GET', '/user/dashboard');
    await this.ask('top-up history', 'GET', '/user/topup/history');
    await this.ask('quota history', 'GET', '/user/quota/ledger');
    await this.ask('install history', 'GET', '/user/install-history');
    await this.ask('Windows versions', 'GET', '/user/windows-versions');
    await this.ask('telegram status', 'GET', '/auth/telegram/status');
  }

  async lookAroundAsAdministrator() {
    await this.stayAdministrator();
    await this.ask('users', 'GET', '/admin/users');
    await this.ask('top-ups', 'GET', '/admin/topups');
    await this.ask('installs', 'GET', '/admin/install-data');
    await this.ask('monitoring', 'GET', '/admin/install-monitoring/realtime');
    await this.ask('alerts', 'GET', '/security/alerts?type=all');
    await this.ask('bots', 'GET', '/telegram/bot-info');
  }

  /** Calculates, orders (the same order twice, as a page does that is not sure) and pays at the sandbox. */
  async topUp() {
    const quantity = randomInt(1, 4);
    await this.ask('quote', 'POST', '/user/topup/calculate', { body: { quantity } });
    const order = {
      body: { quantity, payment_method: 'QRIS' },
      headers: { 'idempotency-key': randomUUID() },
    };
    const first = await this.ask('top-up', 'POST', '/user/topup', order);
    const second = await this.ask('the same top-up again', 'POST', '/user/topup', order);
    const reference = first?.data.reference ?? second?.data.reference;
    if (!reference) return;
    if (first && second && first.data.reference !== second.data.reference) {
      this.record({ name: 'one order for one key', ok: false, ms: 0, why: 'two references' });
    }
    this.topups.push(reference);
    this.bought += quantity;
    const url = `${this.product.sandboxUrl}/_sandbox/transactions/${reference}/pay`;
    const paid = await fetch(url, { method: 'POST', body: '{}' });
    if (!paid.ok) throw new Error(`the sandbox answered ${paid.status}`);
  }

  /** Asks for an install on a machine that does not answer: the quota is held, and comes back. */
  async install(version) {
    const address = `127.0.1.${randomInt(1, 255)}`;
    const body = {
      ip: address,
      passwd_vps: 'Sim-Root-1',
      win_ver: version,
      passwd_rdp: 'Rdp-Pass-1',
    };
    // 409: that machine is being converted already; the quota may still be on its way.
    const expect = [200, 201, 202, 409, 402, 422, 400];
    const answer = await this.ask('install', 'POST', '/user/install', { body, expect });
    if (answer?.data?.id) this.installs.push(answer.data.id);
  }
}
