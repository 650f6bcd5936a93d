import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@casement/local/wait-until.js';
import { passOneDay } from './calendar.js';
import type { Machines } from './machines.js';
import { Person } from './person.js';
import type { Product } from './product.js';
import { receiverUrl } from './webhook-receiver.js';
import { VERSIONS } from './windows.js';

export const CUSTOMER = 'sari';
const CUSTOMERS = [CUSTOMER, 'agus', 'budi', 'citra', 'dewi', 'eko', 'fajar', 'gita'];
const DAYS = 14;
/** Order placed in USDT and paid by a transfer. */
const BINANCE = 'BPAY';
const METHODS = [
  ...['QRIS', 'BRIVA', 'OVO', 'MIDTRANS_GOPAY'],
  ...['INDOMARET', 'MANDIRIVA', 'STRIPE_CARD', BINANCE],
];
const BATCH_SIZE = 8;
const ATTACKER = '192.0.2.44';

/** Machines on which an install fails before anything is changed, as customers meet them. */
const UNFIT: Record<string, string>[] = [
  { VIRT: 'lxc', CONTAINER: 'lxc' },
  { MEMORY_KB: '480000' },
  { ARCH: 'aarch64' },
];

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

/** Lets two weeks of business happen through the API, in one to two minutes. */
export class World {
  private readonly people: Person[] = [];
  readonly admin: Person;

  constructor(
    private readonly product: Product,
    private readonly machines: Machines,
    private readonly print: (line: string) => void,
    private readonly days = DAYS,
  ) {
    this.admin = new Person(product, 'admin', product.adminPassword);
  }

  async create(): Promise<void> {
    await this.admin.signIn();
    await this.admin.call('POST', '/admin/payment-methods/sync');
    await this.enableMethods();
    for (let day = 0; day < this.days; day += 1) {
      await this.liveThrough(day);
      await passOneDay(this.product);
      this.print(`day ${day + 1} of ${this.days} has passed`);
    }
    await this.leaveOpenWork();
  }

  /** Signs everyone in after a restart of the demo. */
  async returnToLife(): Promise<void> {
    await this.admin.signIn();
    for (const username of CUSTOMERS) {
      const person = new Person(this.product, username);
      await person.signIn();
      this.people.push(person);
    }
  }

  /** Starts one install by some customer, with a fresh VPS, and every ten minutes the visitor's next batch. */
  async startLiveInstall(round: number): Promise<void> {
    // Access tokens live for 15 minutes, and giving quota needs a confirmation of the last 5 minutes.
    if (round % 8 === 0) await this.admin.signIn();
    if (round % 24 === 0) for (const person of this.people) await person.signIn();
    const person = pick(this.people.slice(1), round);
    await this.give(person, 1);
    const options = round % 5 === 4 ? { facts: pick(UNFIT, round) } : {};
    await person.install(await this.machines.start(options), pick(VERSIONS, round).slug);
    if (round % 20 === 0) await this.runBatch(this.people[0] as Person);
  }

  private async enableMethods(): Promise<void> {
    for (const code of METHODS) {
      await this.admin.call('PATCH', `/admin/payment-methods/${code}`, { is_enabled: true });
    }
  }

  private async liveThrough(day: number): Promise<void> {
    const name = day % 2 === 0 ? CUSTOMERS[day / 2] : day === 13 ? CUSTOMERS[7] : undefined;
    if (name) await this.welcome(name);
    const ids: string[] = [];
    for (const [n, person] of this.people.entries()) {
      if ((n + day) % 3 !== 0) continue;
      const method = pick(METHODS, n + day);
      const isPaid = (n + day) % 4 !== 1;
      const quantity = 1 + ((n + day) % 5);
      if (method === BINANCE) await person.topUpByTransfer(quantity);
      else await person.topUp(quantity, method, isPaid ? 'pay' : pick(['expire', 'fail'], n));
      if (isPaid) ids.push(...(await this.installFor(person, n + day)));
    }
    await this.untilEnded(ids);
  }

  private async welcome(username: string): Promise<void> {
    const person = new Person(this.product, username);
    await person.register();
    this.people.push(person);
    await person.topUp(3, 'QRIS', 'pay');
  }

  private async installFor(person: Person, n: number): Promise<string[]> {
    const version = pick(VERSIONS, n).slug;
    const facts = n % 7 === 3 ? pick(UNFIT, n) : {};
    const address = await this.machines.start({ isFast: true, facts });
    const password = n % 11 === 5 ? ['wrong-password'] : [];
    return [await person.install(address, version, ...password)];
  }

  private async untilEnded(ids: string[]): Promise<void> {
    type Row = { id: string; status: string };
    const ended = ['completed', 'failed', 'manual_review', 'cancelled'];
    for (let tries = 0; ids.length > 0 && tries < 600; tries += 1) {
      const rows = await this.admin.call<Row[]>('GET', '/admin/install-data?pageSize=100');
      const open = rows.filter(({ id, status }) => ids.includes(id) && !ended.includes(status));
      if (open.length === 0) return;
      await sleep(300);
    }
    if (ids.length > 0) throw new Error('An install of the demo has not ended.');
  }

  /** Open orders, refunds, a webhook, an API key, an attack, blocked addresses, and quota for the visitor. */
  private async leaveOpenWork(): Promise<void> {
    const [sari, agus] = this.people as [Person, Person];
    const newest = this.people.at(-1) as Person;
    await Promise.all(this.people.map((person) => person.signIn()));
    await this.admin.signIn();
    await this.give(sari, 3);
    await sari.call('POST', '/user/webhooks', {
      url: receiverUrl(new URL(this.product.publicUrl).port),
      events: ['install.completed', 'install.failed', 'topup.paid', 'topup.refunded'],
    });
    await sari.topUpByTransfer(2);
    // The confirmation of the administrator lasts five minutes.
    await this.admin.signIn();
    await this.refund(await sari.topUp(1, 'STRIPE_CARD', 'pay'));
    await this.refund(await newest.topUp(1, 'OVO', 'pay'));
    await agus.topUp(2, 'BRIVA');
    for (const action of ['expire', 'fail']) await agus.topUp(1, 'OVO', action);
    await newest.topUp(5, 'QRIS', 'underpay');
    const disputed = await agus.topUp(1, 'STRIPE_CARD', 'pay');
    await agus.changeOrder(disputed, 'STRIPE_CARD', 'dispute');
    await sari.call('POST', '/user/api-keys', {
      name: 'Server script',
      scopes: ['installs:read', 'quota:read'],
      expires_in_days: 90,
    });
    for (const ip of ['203.0.113.66', '198.51.100.0/28']) {
      const reason = 'Password guessing from this network';
      await this.admin.call('POST', '/security/block-ip', { ip, reason, duration: 1440 });
    }
    await this.attack();
  }

  /** Returns the money through the provider, or leaves that to the administrator if the provider cannot. */
  private async refund(reference: string): Promise<void> {
    const [order] = await this.admin.call<{ id: string }[]>(
      'GET',
      `/admin/topups?search=${reference}`,
    );
    const body = { part: 'full', reason: 'Ordered by mistake' };
    await this.admin.call('POST', `/admin/topups/${order?.id}/refund`, body);
  }

  /** Tries passwords of many accounts from one address until a rule raises an alert and blocks the address. */
  private async attack(): Promise<void> {
    for (const username of ['admin', 'root', ...CUSTOMERS]) {
      const attacker = new Person(this.product, username, 'Password1!', ATTACKER);
      await attacker.signIn().catch(() => undefined);
    }
    const isDetected = async () =>
      (await this.admin.call<object[]>('GET', `/security/alerts?ip=${ATTACKER}`)).length > 0;
    if (!(await waitUntil(isDetected, 120_000, 200)))
      throw new Error('The attack raised no alert.');
  }

  /** Starts a batch as soon as its machines are checked. The last root password is wrong. */
  private async runBatch(person: Person): Promise<void> {
    const others = BATCH_SIZE - 1;
    await this.give(person, others);
    const machines = Array.from({ length: BATCH_SIZE }, () => this.machines.start());
    const addresses = await Promise.all(machines);
    const { id } = await person.call<{ id: string }>('POST', '/user/batches', {
      rows: addresses.map((ip, n) => ({
        ip,
        passwd_vps: n === others ? 'wrong' : 'Demo-Root-1',
        ssh_port: 2222,
        win_ver: VERSIONS[0].slug,
        passwd_rdp: 'Demo-Windows-1',
      })),
    });
    const path = `/user/batches/${id}`;
    const isReady = async () =>
      (await person.call<{ status: string }>('GET', path)).status === 'ready';
    if (!(await waitUntil(isReady, 120_000, 500))) throw new Error('The batch was not checked.');
    await person.call('POST', `${path}/start`, { limit: 2 });
  }

  private async give(person: Person, quantity: number): Promise<void> {
    const body = { operation: 'add', amount: quantity, reason: 'Demo' };
    await this.admin.call('POST', `/admin/users/${person.id}/quota`, body);
  }
}
