// Continuous load from many concurrent users.
import { reasonOf, type AddCall, type Call, type TestUser } from './test-user.js';
import { pause } from './product.js';

/** A customer signs in every n-th round, and requests an install every n-th round. */
const SIGN_IN = 6;
const INSTALL = 5;
const BREATH_MS = 100;

/**
 * Records every call with the phase of the run. Newly started processes sometimes exceed the dashboard's 800 ms, so
 * failures of the warm-up do not count.
 */
export class Record {
  private readonly calls: (Call & { phase: string })[] = [];
  phase = 'warm-up';

  add: AddCall = (call) => void this.calls.push({ ...call, phase: this.phase });

  get failures() {
    return this.calls.filter(({ ok, phase }) => !ok && phase !== 'warm-up');
  }

  /** Returns `{ requests, p50, p99, worst }` of one phase, in ms. */
  figures(phase: string) {
    const ms = this.calls
      .filter((call) => call.phase === phase)
      .map((call) => call.ms)
      .sort((a, b) => a - b);
    const at = (share: number) =>
      Math.round(ms[Math.min(ms.length - 1, Math.floor(ms.length * share))] ?? 0);
    return { requests: ms.length, p50: at(0.5), p99: at(0.99), worst: at(1) };
  }
}

export interface Load {
  customers: TestUser[];
  administrators: TestUser[];
  listeners: TestUser[];
  /** Windows version used in install requests. */
  version?: string;
  /** Orders of a customer, who is then replaced by a new one. The list of customers grows. */
  ordersEach?: number;
}

/** Starts the load. `stop` resolves after all users have finished their current round. */
export function startLoad({
  customers,
  administrators,
  listeners,
  version,
  ordersEach = Infinity,
}: Load) {
  let running = true;
  const replace = async (former: TestUser): Promise<TestUser> => {
    const next = former.another(`203.0.113.${customers.length}`);
    customers.push(next);
    await next.register();
    return next;
  };
  const repeatUntilStopped = async (work: (round: number) => Promise<void>) => {
    for (let round = 1; running; round += 1) {
      await work(round);
      await pause(BREATH_MS);
    }
  };
  const all = [
    ...customers.map((first) => {
      let one = first;
      return repeatUntilStopped(async (round) => {
        if (one.topups.length >= ordersEach) one = await replace(one);
        if (round % SIGN_IN === 0) await one.signIn();
        await one.browse();
        await one.topUp();
        if (version && round % INSTALL === 0) await one.install(version);
      });
    }),
    ...administrators.map((one) => repeatUntilStopped(() => one.browseAsAdministrator())),
  ];
  const streams = listeners.map((one) => new Listener(one));
  return {
    streams,
    stop: async () => {
      running = false;
      await Promise.all(all);
      await Promise.all(streams.map((stream) => stream.close()));
    },
  };
}

/** Listens to installs like the monitoring page, and reopens the stream when it ends. */
class Listener {
  opened = 0;
  events = 0;
  private readonly leaving = new AbortController();
  private readonly listening: Promise<void>;

  constructor(private readonly person: TestUser) {
    this.listening = this.listen();
  }

  async close(): Promise<void> {
    this.leaving.abort();
    await this.listening;
  }

  private async listen(): Promise<void> {
    const { signal } = this.leaving;
    while (!signal.aborted) {
      await this.person.renewAdministratorSession();
      const began = performance.now();
      const record = (ok: boolean, status: number, why = '') =>
        this.person.record({ name: 'stream', ok, ms: performance.now() - began, status, why });
      let answer: Response | undefined;
      try {
        answer = await fetch(`${this.person.base}/api/admin/install-monitoring/events`, {
          headers: {
            authorization: `Bearer ${this.person.token}`,
            'x-real-ip': this.person.address,
          },
          signal,
        });
        record(answer.ok, answer.status);
        this.opened += 1;
        for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>)
          this.events += chunk.length > 0 ? 1 : 0;
      } catch (error) {
        if (!signal.aborted) record(false, answer?.status ?? 0, reasonOf(error));
      }
      await pause(BREATH_MS);
    }
  }
}
