import { randomBytes } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ParsedKey } from 'ssh2';
import {
  StandInWindows,
  type StandInOptions,
} from '@casement/install-engine/testing/rdp/stand-in-windows.js';
import type { ScriptName } from './remote-scripts.js';
import type { RecoveryOrder } from '@casement/proto/http/install/recovery.js';
import { consoleCodeOf } from '../recovery/console-code.js';
import { jobIn, SimulatedLinux } from './simulated-linux.js';
import { ReturnedLinux } from './returned-linux.js';
import {
  SimulatedStage,
  type StageEnd,
  type StagePoint,
  type WindowsInput,
} from './simulated-stage.js';

export type Point = ScriptName | StagePoint | 'rdp' | 'recovery' | 'guard-task' | 'ssh';

/**
 * End of one start of Windows: it stops and restarts by itself, it hangs until `powerCycle`, set-up restarts it, or it
 * opens remote desktop.
 */
export type WindowsStart = 'panics' | 'hangs' | 'restarts' | 'works';

export interface SimulatedVpsOptions {
  host: string;
  port: number;
  password: string;
  /** Also accepted for root's sign-in. */
  key?: ParsedKey;
  /** zstd hashes of the image's data chunks. */
  chunks: readonly string[];
  /** Called at every point before it is processed, so that tests can kill, pause and disconnect there. */
  onPoint?: (point: Point) => Promise<void> | void;
  losesResponse?: (point: StagePoint) => boolean;
  /**
   * The restart ends in Linux instead of the stage because the kernel does not start or the boot entry was skipped.
   */
  restartsIntoLinux?: boolean;
  /** Starts of Windows behind the boot guard; the last one repeats. */
  starts?: readonly WindowsStart[];
  /** Final system on the disk: Windows with options, or an SSH server. */
  windows?: 'ssh' | StandInOptions;
}

/** Password in the tests' requests. Also used by Windows if its stage was cut off before it received the settings. */
export const RDP_PASSWORD = 'Rdp-Pass-1';

/**
 * VPS without a machine: Linux over SSH, then the RAM stage with the real agent API, then Windows with the requested
 * password and a working sign-in, all on one address. Fast enough to kill processes at every step.
 */
export class SimulatedVps {
  readonly linux: SimulatedLinux;
  readonly points: Point[] = [];
  state: 'linux' | 'stage' | 'windows' | 'recovery' | 'returned' | 'off' = 'linux';
  /** Starts of Windows so far. */
  startCount = 0;
  /** Status of the last response to a report of the recovery system. */
  recoveryAnswer = 0;
  /** Code on the console of the recovery system; '' before it starts. */
  consoleCode = '';
  /** Boot guard on the disk of a Windows that has started, as its task reports it. */
  guardState: 'passed' | 'kept' | 'removed' = 'passed';
  /** Password that a recovery system has set; null before. */
  private newPassword: string | null = null;
  private onPowerCycle: (() => void) | null = null;
  /** Remote desktop server, or null before it starts. */
  rdp: StandInWindows | null = null;
  private stage: SimulatedStage | null = null;
  private windows: { close: (done: () => void) => unknown } | null = null;
  private readonly sockets = new Set<Socket>();

  constructor(private readonly options: SimulatedVpsOptions) {
    this.linux = new SimulatedLinux(options, options, {
      onScript: (name) => this.reach(name),
      onRestart: (job) => void this.startStage(job),
    });
  }

  start(): Promise<void> {
    return this.linux.start();
  }

  /** Stops everything immediately and without an automatic restart. */
  async cutPower(): Promise<void> {
    this.state = 'off';
    this.powerCycle();
    this.stage?.cutPower();
    await this.linux.stop();
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) =>
      this.windows ? this.windows.close(() => resolve()) : resolve(),
    );
    this.windows = null;
  }

  private async reach(point: Point): Promise<void> {
    this.points.push(point);
    await this.options.onPoint?.(point);
  }

  private async startStage(job: Record<string, string>): Promise<void> {
    if (this.state === 'off') return;
    if (this.options.restartsIntoLinux) return this.linux.boot();
    const end = await this.runStage(job);
    if ((this.state as string) === 'off') return;
    if (end === 'linux') {
      this.state = 'linux';
      await this.linux.boot();
    } else if (end === 'windows') {
      await this.startGuarded();
    }
  }

  private runStage(job: Record<string, string>, nonce?: string): Promise<StageEnd> {
    this.state = 'stage';
    this.guardState = 'passed';
    const stage = new SimulatedStage(
      job,
      {
        onPoint: (point) => this.reach(point),
        losesResponse: (point) => this.options.losesResponse?.(point) ?? false,
      },
      this.options.chunks,
      nonce,
    );
    this.stage = stage;
    return stage.run();
  }

  /** Counts starts like GRUB. The counter ends with the success. */
  private async startGuarded(): Promise<void> {
    const guard = this.stage?.guard;
    const { starts = ['works'] } = this.options;
    const before = this.startCount;
    while (this.state !== 'off') {
      if (guard && this.startCount - before >= guard.limit) return this.recover(guard.token);
      const start = starts[Math.min(this.startCount, starts.length - 1)];
      this.startCount += 1;
      if (start === 'works') return this.startWindows();
      if (start === 'hangs') await new Promise<void>((resolve) => (this.onPowerCycle = resolve));
    }
  }

  get hangs(): boolean {
    return this.onPowerCycle !== null;
  }

  /** Restarts a hanging VPS in the provider's panel. */
  powerCycle(): void {
    const resume = this.onPowerCycle;
    this.onPowerCycle = null;
    resume?.();
  }

  /** Reports until the power is cut, the token is revoked, or an ordered stage has written another Windows. */
  private async recover(
    token: string,
    block: Record<string, unknown> = { starts: 4, guard: 'counting', written_since: false },
  ): Promise<void> {
    this.state = 'recovery';
    const bootId = randomBytes(16).toString('hex');
    const { apiUrl } = this.stage!;
    this.consoleCode = consoleCodeOf(bootId);
    let passwordReset: unknown = null;
    const body = () =>
      JSON.stringify({
        boot_id: bootId,
        password_reset: passwordReset,
        abilities: ['install_again', 'return_to_linux', 'reset_password'],
        ...block,
        disk_bus: 'virtio-blk',
        setup_log: `token ${token}`,
      });
    while ((this.state as string) !== 'off') {
      await this.reach('recovery');
      const answer = await fetch(`${apiUrl}/recovery/report`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: body(),
        signal: AbortSignal.timeout(5000),
      }).catch(() => null);
      this.recoveryAnswer = answer?.status ?? 0;
      if (this.recoveryAnswer === 401) return;
      const order = (await answer?.json().catch(() => null)) as RecoveryOrder | null | undefined;
      if (order?.job) {
        const end = await this.runStage(jobIn(Buffer.from(order.job, 'base64')), bootId);
        if ((this.state as string) === 'off') return;
        if (end === 'windows' && this.stage?.linuxInput) return this.startLinux();
        if (end === 'windows') return this.startGuarded();
        // The stage ended before the commit, so the disk still has the recovery system.
        this.state = 'recovery';
      }
      if (order?.order === 'reset_password') {
        this.newPassword = Buffer.from(order.password!, 'base64').toString();
        passwordReset = { id: order.reset_id, result: 'written' };
      }
      if (order?.order === 'restart_windows') return this.startWindows();
      await sleep(100);
    }
  }

  /** Restarts Windows into the kept recovery system, like an administrator in Windows. */
  async restartIntoRecovery(): Promise<void> {
    this.state = 'stage';
    await this.rdp!.close();
    this.windows = null;
    void this.recover(this.stage!.guard!.token, { starts: 0, guard: 'kept' });
  }

  /** Keeps or removes the guard as the service answers, like the scheduled task of guard.ps1. */
  private async askAboutGuard({ upUrl, upToken }: WindowsInput): Promise<void> {
    while (this.state === 'windows') {
      await this.reach('guard-task');
      const answer = await fetch(upUrl, {
        method: 'POST',
        headers: { authorization: `Bearer ${upToken}` },
        body: new URLSearchParams({ guard: this.guardState }),
        signal: AbortSignal.timeout(5000),
      }).catch(() => null);
      const order = /^GUARD=(\w+)$/m.exec((await answer?.text().catch(() => '')) ?? '')?.[1];
      if (order && this.guardState === 'removed') return;
      if (order === 'keep') this.guardState = 'kept';
      if (order === 'remove') this.guardState = 'removed';
      await sleep(100);
    }
  }

  /** sshd of the Linux that an ordered stage has written; null before. */
  returned: ReturnedLinux | null = null;

  /** Starts the written Linux. Can be called after a power cut, to simulate a late start. */
  async startLinux(): Promise<void> {
    const { host, port } = this.options;
    const server = new ReturnedLinux(this.stage!.linuxInput!, () => this.reach('ssh'));
    await server.listen(port, host);
    this.state = 'returned';
    this.returned = server;
    this.windows = server;
  }

  /** Starts Windows. Can be called after a power cut, to simulate a late start. */
  async startWindows(): Promise<void> {
    this.state = 'windows';
    const { host, port, windows = {} } = this.options;
    if (windows === 'ssh') return this.startSsh();
    const windowsInput = this.stage?.windowsInput;
    const server = new StandInWindows({
      password: this.newPassword ?? windowsInput?.password ?? RDP_PASSWORD,
      ...windows,
      onAsked: () => this.reach('rdp'),
    });
    await server.listen(port, host);
    this.rdp = server;
    this.windows = { close: (done) => void server.close().then(done) };
    if (!windowsInput) return;
    await this.reportUp(windowsInput, windows.user);
    if (this.stage?.guard) void this.askAboutGuard(windowsInput);
    // Runs in the background, like the scheduled task of after-proof.ps1.
    const { productKey, script, password } = windowsInput;
    if (productKey)
      void this.afterProof(windowsInput, {
        licence: `refused by Windows: ${productKey} is invalid (0xC004F050)`,
      });
    if (script)
      void this.afterProof(windowsInput, {
        script: `ended with code 0\ninstalled\nsigned in with ${password}`,
      });
  }

  /** Files that configured Windows; null before that. */
  get windowsInput(): WindowsInput | null {
    return this.stage?.windowsInput ?? null;
  }

  private async startSsh(): Promise<void> {
    const server = createServer((socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
      socket.on('error', () => undefined);
      socket.write('SSH-2.0-OpenSSH_9.2p1\r\n');
    });
    const { host, port } = this.options;
    await new Promise<void>((resolve) => server.listen(port, host, resolve));
    this.windows = server;
  }

  /** Waits for the proof and reports the outcome. */
  private async afterProof(
    { upUrl, upToken }: WindowsInput,
    outcome: { licence: string } | { script: string },
  ): Promise<void> {
    for (let isProven = false; this.state === 'windows';) {
      const answer = await fetch(upUrl, {
        method: 'POST',
        headers: { authorization: `Bearer ${upToken}` },
        body: new URLSearchParams(isProven ? outcome : { licence: '' }),
        signal: AbortSignal.timeout(5000),
      }).catch(() => null);
      if (answer?.status === 401) return;
      if (!(await answer?.text().catch(() => ''))?.includes('PROOF=proven')) await sleep(100);
      else if (isProven) return;
      else isProven = true;
    }
  }

  /** Sends the report of up.ps1, a short time after remote desktop responds. */
  private async reportUp(
    { upUrl, upToken, settings }: WindowsInput,
    account = 'Administrator',
  ): Promise<void> {
    const applied = settings.map((line) => `Windows: ${line}`).join('\n');
    while (this.state === 'windows') {
      const answer = await fetch(upUrl, {
        method: 'POST',
        headers: { authorization: `Bearer ${upToken}` },
        body: new URLSearchParams({ account, settings: applied }),
        signal: AbortSignal.timeout(5000),
      }).catch(() => null);
      if (answer && (answer.ok || answer.status === 401)) return;
      await sleep(100);
    }
  }
}
