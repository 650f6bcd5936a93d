import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats, type Nats } from '../infrastructure/nats.js';
import { defaultDataDir } from '../paths.js';

/** Number of configuration lines that startNats writes before the extra ones. */
const CONFIG = 3;

/** nats-server that a test may kill and restart on the same port and files. */
export class DedicatedNats {
  private constructor(
    private readonly folder: string,
    private readonly extra: string[],
    private nats: Nats,
  ) {}

  /** @param extra lines of the server configuration */
  static async start(extra: string[] = []): Promise<DedicatedNats> {
    const folder = mkdtempSync(join(tmpdir(), 'casement-own-nats-'));
    return new DedicatedNats(folder, extra, await startNats({ ...options(folder), extra }));
  }

  get url(): string {
    return this.nats.url;
  }

  async kill(): Promise<void> {
    this.nats.process.child.kill('SIGKILL');
    await this.nats.process.exited;
  }

  /** Replaces the `extra` lines of the running server. */
  reload(extra: string[]): void {
    const file = join(this.folder, 'data', 'nats.conf');
    const before = readFileSync(file, 'utf8').split('\n').slice(0, CONFIG);
    writeFileSync(file, [...before, ...extra, ''].join('\n'));
    this.nats.process.child.kill('SIGHUP');
  }

  async restart(): Promise<void> {
    this.nats = await startNats({
      ...options(this.folder),
      port: this.nats.port,
      extra: this.extra,
    });
  }

  /** Restarts on the same port with all files lost. */
  async startEmpty(): Promise<void> {
    rmSync(join(this.folder, 'data'), { recursive: true, force: true });
    await this.restart();
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const options = (folder: string) => ({
  dataDir: join(folder, 'data'),
  binDir: join(defaultDataDir, 'bin'),
  logFile: join(folder, 'nats.log'),
});
