import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** The calls of the RAM stage, in the order in which they come. */
export type StagePoint =
  | 'check-in'
  | 'commit'
  | 'chunk'
  | 'progress'
  | 'written'
  | 'verified'
  | 'files'
  | 'configured'
  | 'restarting';

export interface StageHooks {
  /** Before each call. */
  onPoint(point: StagePoint): Promise<void>;
  /** Whether the answer to this call gets lost on the way: the service has carried it out. */
  losesAnswer(point: StagePoint): boolean;
}

/** How it ended: Windows is on the disk, Linux comes back untouched, or the power went. */
export type StageEnd = 'windows' | 'linux' | 'off';

const AGAIN_MS = 100;

/**
 * The RAM stage as the service sees it: the real protocol, chunk by chunk, and like the real one it asks again
 * until it is answered. Only the disk is missing.
 */
export class SimulatedStage {
  private readonly nonce = randomBytes(16).toString('hex');
  private readonly power = new AbortController();
  private sequence = 0;
  private written = { bytes_done: 0, bytes_total: 0 };

  constructor(
    private readonly job: Record<string, string>,
    private readonly hooks: StageHooks,
    private readonly chunks: readonly string[],
  ) {}

  cutPower(): void {
    this.power.abort();
  }

  async run(): Promise<StageEnd> {
    try {
      if (!(await this.untilAnswered('check-in', 'check-in', {}))) return 'linux';
      if (!(await this.untilAnswered('commit', 'commit', {}))) return 'linux';
      await this.write();
      await this.configure();
      return 'windows';
    } catch (error) {
      if (this.power.signal.aborted) return 'off';
      throw error;
    }
  }

  private async write(): Promise<void> {
    const total = this.chunks.length * 2;
    for (const [index, hash] of this.chunks.entries()) {
      await this.fetchChunk(hash);
      this.written = { bytes_done: index + 1, bytes_total: total };
      await this.progress('progress', 'writing');
    }
    await this.progress('written', 'writing', 'written');
    this.written = { bytes_done: total, bytes_total: total };
    await this.progress('verified', 'writing', 'verified');
  }

  private async configure(): Promise<void> {
    await this.untilAnswered('files', `files?nonce=${this.nonce}`, null);
    await this.progress('configured', 'configuring', 'configured');
    await this.progress('restarting', 'configuring', 'restarting');
  }

  private async fetchChunk(hash: string): Promise<void> {
    await this.hooks.onPoint('chunk');
    for (;;) {
      const answer = await this.send('GET', `${this.job['IMAGE_URL']}/${hash}`, null);
      const content = answer?.ok ? await answer.arrayBuffer().catch(() => null) : null;
      const actual = content && createHash('sha256').update(Buffer.from(content)).digest('hex');
      if (actual === hash) return;
      await this.pause();
    }
  }

  private progress(point: StagePoint, phase: string, event = '') {
    return this.untilAnswered(point, 'progress', {
      sequence: (this.sequence += 1),
      phase,
      ...this.written,
      rate: 1000,
      eta: '',
      event,
      log: 'simulated',
    });
  }

  /** False where the service answers that the install is over. */
  private async untilAnswered(
    point: StagePoint,
    path: string,
    form: Record<string, string | number> | null,
  ): Promise<boolean> {
    for (;;) {
      await this.hooks.onPoint(point);
      const method = form ? 'POST' : 'GET';
      const answer = await this.send(method, `${this.job['API_URL']}/${path}`, form);
      const lost = this.hooks.losesAnswer(point);
      if (answer && !lost) {
        if (answer.ok) return true;
        if (answer.status === 401 || answer.status === 409) return false;
      }
      await this.pause();
    }
  }

  private async send(
    method: string,
    url: string,
    form: Record<string, string | number> | null,
  ): Promise<Response | null> {
    const body = form && new URLSearchParams({ nonce: this.nonce, ...toText(form) });
    try {
      return await fetch(url, {
        method,
        headers: { authorization: `Bearer ${this.job['TOKEN']}` },
        ...(body ? { body } : {}),
        signal: AbortSignal.any([this.power.signal, AbortSignal.timeout(5000)]),
      });
    } catch (error) {
      if (this.power.signal.aborted) throw error;
      return null;
    }
  }

  private pause(): Promise<void> {
    return sleep(AGAIN_MS, undefined, { signal: this.power.signal });
  }
}

const toText = (form: Record<string, string | number>): Record<string, string> =>
  Object.fromEntries(Object.entries(form).map(([key, value]) => [key, String(value)]));
