import { createServer, type Server, type Socket } from 'node:net';
import type { ScriptName } from './remote-scripts.js';
import { SimulatedLinux } from './simulated-linux.js';
import { SimulatedStage, type StagePoint } from './simulated-stage.js';

export type Point = ScriptName | StagePoint | 'rdp';

export interface SimulatedVpsOptions {
  host: string;
  port: number;
  password: string;
  /** zstd hashes of the image's data chunks. */
  chunks: readonly string[];
  /** At every point of the way, before it is carried out: where tests kill, pause and cut. */
  onPoint?: (point: Point) => Promise<void> | void;
  losesAnswer?: (point: StagePoint) => boolean;
  /** What stands on the disk in the end: Windows, or something that is not. */
  windows?: 'rdp' | 'ssh';
}

/** X.224 Connection Confirm with RDP_NEG_RSP, protocol HYBRID. */
const CONFIRM = Buffer.from('030000130ed000001234000209080002000000', 'hex');

/**
 * A VPS without a machine: Linux over SSH, then the RAM stage speaking the real agent API, then Windows answering
 * the RDP handshake, all on one address. Fast enough to kill things around it at every step.
 */
export class SimulatedVps {
  readonly linux: SimulatedLinux;
  /** Everything that happened, in order. */
  readonly points: Point[] = [];
  state: 'linux' | 'stage' | 'windows' | 'off' = 'linux';
  private stage: SimulatedStage | null = null;
  private windows: Server | null = null;
  private readonly sockets = new Set<Socket>();

  constructor(private readonly options: SimulatedVpsOptions) {
    this.linux = new SimulatedLinux(options, options.password, {
      onScript: (name) => this.reach(name),
      onRestart: (job) => void this.startStage(job),
    });
  }

  start(): Promise<void> {
    return this.linux.start();
  }

  /** Everything stops at once and does not come back automatically. */
  async cutPower(): Promise<void> {
    this.state = 'off';
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
    this.state = 'stage';
    const stage = new SimulatedStage(
      job,
      {
        onPoint: (point) => this.reach(point),
        losesAnswer: (point) => this.options.losesAnswer?.(point) ?? false,
      },
      this.options.chunks,
    );
    this.stage = stage;
    const end = await stage.run();
    if ((this.state as string) === 'off') return;
    if (end === 'linux') {
      this.state = 'linux';
      await this.linux.boot();
    } else if (end === 'windows') {
      await this.startWindows();
    }
  }

  /** Also after the power was cut: a Windows that comes up after all. */
  async startWindows(): Promise<void> {
    this.state = 'windows';
    const server = createServer((socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
      socket.on('error', () => undefined);
      if (this.options.windows === 'ssh') socket.write('SSH-2.0-OpenSSH_9.2p1\r\n');
      socket.once('data', () => {
        if (this.options.windows !== 'ssh') void this.reach('rdp').then(() => socket.end(CONFIRM));
      });
    });
    const { host, port } = this.options;
    await new Promise<void>((resolve) => server.listen(port, host, resolve));
    this.windows = server;
  }
}
