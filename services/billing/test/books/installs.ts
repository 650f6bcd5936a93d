import { newId } from '@casement/common/data/database/new-id.js';
import type { Replicas } from './replicas.js';
import type { OperationOf } from './operations.js';

interface Install {
  installId: string;
  userId: string;
  status: string;
  version: number;
}

/** Simulates how the install service uses quota, including lost responses and events. */
export class Installs {
  private readonly installs: Install[];

  constructor(
    private readonly sut: Replicas,
    users: string[],
    private readonly schedule: (steps: number, work: () => Promise<unknown>) => Promise<unknown>,
  ) {
    this.installs = Array.from({ length: 6 }, (_, n) => ({
      installId: newId(),
      userId: users[n % users.length],
      status: 'reserving',
      version: 0,
    }));
  }

  get ids(): string[] {
    return this.installs.map(({ installId }) => installId);
  }

  /** Requests quota. If the answer is lost with the process, the request is repeated or abandoned. */
  async hold({ install: n, again, isKnown }: OperationOf<'hold'>): Promise<void> {
    const install = this.at(n);
    if (isKnown) this.commit(install, install.status);
    const { installId, userId } = install;
    await (await this.sut.next()).rpc.HoldQuota({ installId, userId });
    if (again) await (await this.sut.next()).rpc.HoldQuota({ installId, userId });
  }

  async release({ install: n }: OperationOf<'release'>): Promise<void> {
    const { installId, userId } = this.at(n);
    await (await this.sut.next()).rpc.ReleaseQuota({ installId, userId, reason: 'test' });
  }

  /** Publishes a worker's status change now, later, twice or never. */
  async status({ install: n, status, copies, delay }: OperationOf<'status'>): Promise<void> {
    const install = this.at(n);
    // Only an administrator can resume an install that has ended.
    if (install.status === 'failed' || (install.status === 'completed' && status !== 'failed'))
      return;
    await this.publish(this.commit(install, status), copies, delay);
  }

  /**
   * Simulates an administrator's edit. An edit to failed happens immediately. An edit from failed happens only after
   * billing has charged the install again, and sometimes not even then.
   */
  async edit({ install: n, status, isDone }: OperationOf<'edit'>): Promise<void> {
    const install = this.at(n);
    if (status === install.status) return;
    const { installId, userId, version } = install;
    if (install.status === 'failed') {
      const next = version + 1;
      const { result } = await (
        await this.sut.next()
      ).rpc.ChargeAgain({ installId, userId, version: next });
      if (result !== 'CHARGE_RESULT_CHARGED') return;
      if (!isDone || install.version !== version) return;
    } else if (status !== 'failed') return;
    await this.publish(this.commit(install, status), 1, 0);
  }

  /** Publishes each install's newest status, including statuses whose event was lost. */
  async publishNewest(): Promise<void> {
    const known = this.installs.filter((one) => this.sut.peers.installs.has(one.installId));
    await Promise.all(known.map((one) => this.publish({ ...one }, 1, 0)));
  }

  /** Returns whether a hold in this state agrees with the status that install would report. */
  explains(installId: string, state: string): boolean {
    const status = this.sut.peers.installs.get(installId)?.status;
    if (state === 'captured') return status !== 'failed';
    return status !== undefined && status !== 'failed' && status !== 'completed';
  }

  private at(n: number): Install {
    return this.installs[n % this.installs.length];
  }

  private commit(install: Install, status: string): Install {
    if (status !== install.status) install.version += 1;
    install.status = status;
    const { installId: id, userId } = install;
    this.sut.peers.installs.set(id, { id, userId, status });
    return { ...install };
  }

  private async publish(status: Install, copies: number, delay: number): Promise<void> {
    const event = {
      ...status,
      ip: '203.0.113.7',
      previousStatus: '',
      failureCode: '',
      failureMessage: '',
    };
    for (let copy = 0; copy < copies; copy += 1) {
      await this.schedule((copy + 1) * delay, () =>
        this.sut.nats.publish('install.job.status-changed.v1', event),
      );
    }
  }
}
