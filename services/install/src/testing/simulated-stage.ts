import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { linuxInputIn, type LinuxInput } from './returned-linux.js';

/** Calls of the RAM stage in order. */
export type StagePoint =
  | 'check-in'
  | 'sample'
  | 'commit'
  | 'chunk'
  | 'progress'
  | 'written'
  | 'verified'
  | 'files'
  | 'configured'
  | 'restarting';

export interface StageHooks {
  /** Called before each call. */
  onPoint(point: StagePoint): Promise<void>;
  /** Whether the response to this call is lost after the service has processed it. */
  losesResponse(point: StagePoint): boolean;
}

/** Result of the stage: Windows is on the disk, unchanged Linux returns, or the power was cut. */
export type StageEnd = 'windows' | 'linux' | 'off';

const AGAIN_MS = 100;

/**
 * RAM stage as seen by the service. Uses the real protocol, chunk by chunk, and retries like the real stage. Only the
 * disk is missing.
 */
export class SimulatedStage {
  private readonly power = new AbortController();
  private sequence = 0;
  private written = { bytes_done: 0, bytes_total: 0 };
  /** Settings passed to Windows, or null before that. */
  windowsInput: WindowsInput | null = null;
  /** Settings passed to Linux, or null before that. */
  linuxInput: LinuxInput | null = null;
  /** Token and limit of the boot guard, or null without one. */
  guard: { token: string; limit: number } | null = null;

  constructor(
    private readonly job: Record<string, string>,
    private readonly hooks: StageHooks,
    private readonly chunks: readonly string[],
    private readonly nonce = randomBytes(16).toString('hex'),
  ) {}

  get apiUrl(): string {
    return String(this.job['API_URL']);
  }

  cutPower(): void {
    this.power.abort();
  }

  async run(): Promise<StageEnd> {
    try {
      if (!(await this.untilAnswered('check-in', 'check-in', {}))) return 'linux';
      // The token must open this chunk before the commit.
      await this.fetchChunk(String(this.job['SAMPLE_SHA256']), 'sample');
      if (!(await this.commit())) return 'linux';
      await this.write();
      await this.configure();
      return 'windows';
    } catch (error) {
      if (this.power.signal.aborted) return 'off';
      throw error;
    }
  }

  private async commit(): Promise<boolean> {
    const answer = await this.untilAnswered('commit', 'commit', {});
    // The service may be killed while it sends the response.
    const text = await answer?.text().catch(() => null);
    if (!answer) return false;
    if (text === null || text === undefined) return this.commit();
    const [, token, limit] = /^GUARD_TOKEN=(.+)\nGUARD_LIMIT=(\d+)$/m.exec(text) ?? [];
    if (token) this.guard = { token, limit: Number(limit) };
    return true;
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
    while (!this.windowsInput && !this.linuxInput) {
      const answer = await this.untilAnswered('files', `files?nonce=${this.nonce}`, null);
      // The service may be killed while it sends the files.
      const archive = await answer?.arrayBuffer().catch(() => null);
      if (!archive) continue;
      const files = filesOf(Buffer.from(archive));
      if (this.job['KIND'] === 'linux')
        this.linuxInput = linuxInputIn(files.find(({ path }) => path === 'user-data')!.content);
      else this.windowsInput = windowsInputIn(files);
    }
    await this.progress('configured', 'configuring', 'configured');
    await this.progress('restarting', 'configuring', 'restarting');
  }

  private async fetchChunk(hash: string, point: StagePoint = 'chunk'): Promise<void> {
    await this.hooks.onPoint(point);
    for (;;) {
      const answer = await this.send('GET', `${this.job['IMAGE_URL']}/${hash}`, null);
      const content = answer?.ok ? await answer.arrayBuffer().catch(() => null) : null;
      const actual = content && createHash('sha256').update(Buffer.from(content)).digest('hex');
      // 401: the install has ended; the next call gets the same answer.
      if (actual === hash || answer?.status === 401) return;
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

  /** Returns null if the service responds that the install is over. */
  private async untilAnswered(
    point: StagePoint,
    path: string,
    form: Record<string, string | number> | null,
  ): Promise<Response | null> {
    for (;;) {
      await this.hooks.onPoint(point);
      const method = form ? 'POST' : 'GET';
      const answer = await this.send(method, `${this.job['API_URL']}/${path}`, form);
      const lost = this.hooks.losesResponse(point);
      if (answer && !lost) {
        if (answer.ok) return answer;
        if (answer.status === 401 || answer.status === 409) return null;
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

/** Settings from the files that configure Windows. */
export interface WindowsInput {
  password: string;
  accountPassword: string;
  productKey: string;
  script: string;
  /** Lines of network.txt. */
  network: string[];
  /** Lines of settings.txt. */
  settings: string[];
  computerName: string;
  /** UILanguage of the answer file. */
  answerLanguage: string;
  rdpFrom: string;
  rdpPort: number;
  upUrl: string;
  upToken: string;
}

function windowsInputIn(files: ReturnType<typeof filesOf>): WindowsInput {
  const content = (end: string) => files.find(({ path }) => path.endsWith(end))?.content ?? '';
  const setup = content('SetupComplete.cmd');
  const value = (name: string) => new RegExp(`set ${name}=(\\S+)`).exec(setup)?.[1] ?? '';
  return {
    password: Buffer.from(content('/password.b64'), 'base64').toString('utf8'),
    accountPassword: Buffer.from(content('/account.b64'), 'base64').toString('utf8'),
    productKey: Buffer.from(content('/licence.b64'), 'base64').toString('utf8'),
    script: Buffer.from(content('/script.b64'), 'base64').toString('utf8'),
    network: content('/network.txt').trim().split('\r\n'),
    settings: content('/settings.txt').trim().split('\r\n'),
    computerName: /<ComputerName>(.*?)</.exec(content('/unattend.xml'))?.[1] ?? '',
    answerLanguage: /<UILanguage>(.*?)</.exec(content('/unattend.xml'))?.[1] ?? '',
    rdpFrom: value('CASEMENT_RDP_FROM'),
    rdpPort: Number(value('CASEMENT_RDP_PORT')),
    upUrl: value('CASEMENT_UP_URL'),
    upToken: value('CASEMENT_UP_TOKEN'),
  };
}

/** Reads a tar archive: 512-byte headers, each followed by the content padded to full blocks. */
function filesOf(archive: Buffer): { path: string; content: string }[] {
  const files = [];
  for (let at = 0; archive[at];) {
    const text = (from: number, length: number) =>
      archive
        .toString('latin1', at + from, at + from + length)
        .split('\0')
        .at(0)!;
    const size = parseInt(text(124, 12), 8);
    const content = archive.toString('latin1', at + 512, at + 512 + size);
    files.push({ path: text(0, 100), content });
    at += 512 + 512 * Math.ceil(size / 512);
  }
  return files;
}

const toText = (form: Record<string, string | number>): Record<string, string> =>
  Object.fromEntries(Object.entries(form).map(([key, value]) => [key, String(value)]));
