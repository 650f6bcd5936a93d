import { setTimeout as sleep } from 'node:timers/promises';
import { passOneDay } from './calendar.js';
import type { Machines } from './machines.js';
import { Person } from './person.js';
import type { Product } from './product.js';
import { VERSIONS } from './windows.js';

export const CUSTOMER = 'sari';
const CUSTOMERS = [CUSTOMER, 'agus', 'budi', 'citra', 'dewi', 'eko', 'fajar', 'gita'];
const DAYS = 14;
const METHODS = ['QRIS', 'BRIVA', 'OVO', 'INDOMARET', 'MANDIRIVA'];

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
  ) {
    this.admin = new Person(product, 'admin', product.adminPassword);
  }

  async create(): Promise<void> {
    await this.admin.signIn();
    await this.admin.call('POST', '/admin/payment-methods/sync');
    await this.enableMethods();
    for (let day = 0; day < DAYS; day += 1) {
      await this.liveThrough(day);
      await passOneDay(this.product);
      this.print(`day ${day + 1} of ${DAYS} has passed`);
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

  /** Starts one install by some customer, with a fresh VPS, if fewer than four are running. */
  async startLiveInstall(round: number): Promise<void> {
    // Access tokens live for 15 minutes, and giving quota needs a confirmation of the last 5 minutes.
    if (round % 8 === 0) await this.admin.signIn();
    if (round % 24 === 0) for (const person of this.people) await person.signIn();
    const person = pick(this.people.slice(1), round);
    await this.give(person, 1);
    const options = round % 5 === 4 ? { facts: pick(UNFIT, round) } : {};
    await person.install(await this.machines.start(options), pick(VERSIONS, round).slug);
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
      await person.topUp(1 + ((n + day) % 5), method, isPaid ? 'pay' : pick(['expire', 'fail'], n));
      if (isPaid) ids.push(...(await this.installFor(person, n + day)));
    }
    await this.untilEnded(ids);
  }

  private async welcome(username: string): Promise<void> {
    const person = new Person(this.product, username);
    await person.register();
    this.people.push(person);
    await person.topUp(3, 'QRIS', 'pay');
    await this.untilPaid(person);
  }

  private async installFor(person: Person, n: number): Promise<string[]> {
    await this.untilPaid(person);
    const version = pick(VERSIONS, n).slug;
    const facts = n % 7 === 3 ? pick(UNFIT, n) : {};
    const address = await this.machines.start({ isFast: true, facts });
    const password = n % 11 === 5 ? ['wrong-password'] : [];
    return [await person.install(address, version, ...password)];
  }

  private async untilPaid(person: Person): Promise<void> {
    type Dashboard = { stats: { quota: number } };
    for (let tries = 0; tries < 300; tries += 1) {
      const { stats } = await person.call<Dashboard>('GET', '/user/dashboard');
      if (stats.quota > 0) return;
      await sleep(100);
    }
    throw new Error(`The payment of ${person.username} was not credited.`);
  }

  private async untilEnded(ids: string[]): Promise<void> {
    type Row = { id: string; status: string };
    const ended = ['completed', 'failed', 'manual_review', 'cancelled'];
    for (let tries = 0; ids.length > 0 && tries < 600; tries += 1) {
      const rows = await this.admin.call<Row[]>('GET', '/admin/install-data?limit=100');
      const open = rows.filter(({ id, status }) => ids.includes(id) && !ended.includes(status));
      if (open.length === 0) return;
      await sleep(300);
    }
  }

  /** Open orders, a batch, an API key, blocked addresses, and quota for the visitor. */
  private async leaveOpenWork(): Promise<void> {
    const [sari, agus, budi] = this.people as [Person, Person, Person];
    await Promise.all(this.people.map((person) => person.signIn()));
    await this.admin.signIn();
    await this.give(sari, 3);
    await agus.topUp(2, 'BRIVA');
    await budi.topUp(5, 'QRIS', 'underpay');
    await this.batchOf(agus);
    await sari.call('POST', '/user/api-keys', {
      name: 'Server script',
      scopes: ['installs:read', 'quota:read'],
      expires_in_days: 90,
    });
    for (const ip of ['203.0.113.66', '198.51.100.0/28']) {
      const reason = 'Password guessing from this network';
      await this.admin.call('POST', '/security/block-ip', { ip, reason, duration: 1440 });
    }
  }

  private async batchOf(person: Person): Promise<void> {
    await this.give(person, 4);
    const addresses = await Promise.all([1, 2, 3, 4].map(() => this.machines.start()));
    await person.call('POST', '/user/batches', {
      rows: addresses.map((ip, n) => ({
        ip,
        passwd_vps: n === 3 ? 'wrong' : 'Demo-Root-1',
        ssh_port: 2222,
        win_ver: VERSIONS[0].slug,
        passwd_rdp: 'Demo-Windows-1',
      })),
    });
  }

  private async give(person: Person, quantity: number): Promise<void> {
    const body = { operation: 'add', amount: quantity, reason: 'Demo' };
    await this.admin.call('POST', `/admin/users/${person.id}/quota`, body);
  }
}
