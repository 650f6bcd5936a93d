// The load: many people at once, until they are stopped.
import { pause } from './product.mjs';

/** How often, of so many rounds of a customer's. */
const SIGN_IN = 6;
const INSTALL = 5;
const BREATH_MS = 100;

/**
 * Every call, and what was going on meanwhile. Processes that have just begun miss the dashboard's 800 ms now and
 * then, so nothing is demanded of the warm-up.
 */
export class Record {
  calls = [];
  phase = 'warm-up';

  add = (call) => void this.calls.push({ ...call, phase: this.phase });

  get failures() {
    return this.calls.filter(({ ok, phase }) => !ok && phase !== 'warm-up');
  }

  /** `{ requests, p50, p99, worst }` of one phase, in ms. */
  figures(phase) {
    const ms = this.calls
      .filter((call) => call.phase === phase)
      .map((call) => call.ms)
      .sort((a, b) => a - b);
    const at = (share) =>
      Math.round(ms[Math.min(ms.length - 1, Math.floor(ms.length * share))] ?? 0);
    return { requests: ms.length, p50: at(0.5), p99: at(0.99), worst: at(1) };
  }
}

/** @returns a function that lets each one finish its present work */
export function putLoad({ customers, administrators, listeners, version }) {
  let going = true;
  const forEver = async (work) => {
    for (let round = 1; going; round += 1) {
      await work(round);
      await pause(BREATH_MS);
    }
  };
  const all = [
    ...customers.map((one) =>
      forEver(async (round) => {
        if (round % SIGN_IN === 0) await one.signIn();
        await one.lookAround();
        await one.topUp();
        if (version && round % INSTALL === 0) await one.install(version);
      }),
    ),
    ...administrators.map((one) => forEver(() => one.lookAroundAsAdministrator())),
  ];
  const streams = listeners.map((one) => new Listener(one));
  return {
    streams,
    stop: async () => {
      going = false;
      await Promise.all(all);
      await Promise.all(streams.map((stream) => stream.close()));
    },
  };
}

/** Listens to the installs as the monitoring page does, and opens the stream again when it ends. */
class Listener {
  opened = 0;
  events = 0;
  leaving = new AbortController();

  constructor(person) {
    this.person = person;
    this.listening = this.listen();
  }

  async close() {
    this.leaving.abort();
    await this.listening;
  }

  async listen() {
    const { signal } = this.leaving;
    while (!signal.aborted) {
      await this.person.stayAdministrator();
      const began = performance.now();
      const record = (ok, status, why = '') =>
        this.person.record({ name: 'stream', ok, ms: performance.now() - began, status, why });
      let answer;
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
        for await (const chunk of answer.body) this.events += chunk.toString() ? 1 : 0;
      } catch (error) {
        // Its end is an end, not a connection that breaks.
        if (!signal.aborted)
          record(false, answer?.status ?? 0, `${error.message} ${error.cause ?? ''}`);
      }
      await pause(BREATH_MS);
    }
  }
}
