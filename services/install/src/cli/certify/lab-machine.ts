import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CertificationScreenshot } from './screenshots.js';
import { qmp } from './qmp.js';

const LAB = fileURLToPath(new URL('../../../../../deploy/lab/lab.sh', import.meta.url));

const GUARD_POLL_MS = 10_000;

export interface LabMachineOptions {
  name: string;
  address: string;
  port: number;
  firmware: 'bios' | 'uefi';
  diskSize: number;
  memorySize: number;
  kvm: boolean;
}

/** New VPS of deploy/lab with a screen and an additional, empty virtio-scsi controller. */
export class LabMachine {
  private constructor(
    private readonly options: LabMachineOptions,
    private readonly folder: string,
  ) {}

  /** Builds missing parts and waits for SSH. @throws Error with the output of lab.sh */
  static async boot(options: LabMachineOptions): Promise<LabMachine> {
    const machine = new LabMachine(options, await mkdtemp(join(tmpdir(), 'casement-certify-')));
    try {
      await machine.lab('build', ...(options.firmware === 'uefi' ? ['full'] : []));
      await machine.lab('boot', ...machine.bootOptions());
      return machine;
    } catch (error) {
      await machine.stop();
      throw error;
    }
  }

  /** Captures the console. Returns `null` while the machine restarts. */
  async screenshot(phase: string): Promise<CertificationScreenshot | null> {
    const filename = join(this.folder, 'screen.png');
    try {
      await qmp(this.socket, 'screendump', { filename, format: 'png' });
      const png = await readFile(filename);
      return { phase, at: new Date().toISOString(), png: png.toString('base64') };
    } catch {
      return null;
    }
  }

  /** Waits until Windows has removed the boot guard from the disk. @returns false after the time limit */
  async isGuardRemoved(withinMs: number, signal: AbortSignal): Promise<boolean> {
    const until = performance.now() + withinMs;
    for (;;) {
      const answer = await this.lab('has-guard', '--name', this.options.name);
      if (answer.trim() === 'no') return true;
      if (performance.now() > until) return false;
      await sleep(GUARD_POLL_MS, undefined, { signal });
    }
  }

  async stop(): Promise<void> {
    await this.lab('stop', '--name', this.options.name).catch(() => undefined);
    await rm(this.folder, { recursive: true, force: true });
  }

  private get socket(): string {
    return join(this.folder, 'qmp');
  }

  private bootOptions(): string[] {
    const { name, address, port, firmware, diskSize, memorySize } = this.options;
    const options = {
      name,
      address,
      port,
      firmware,
      'disk-size': diskSize,
      memory: Math.round(memorySize / 2 ** 20),
      qmp: this.socket,
    };
    const named = Object.entries(options).flatMap(([key, value]) => [`--${key}`, String(value)]);
    return [...named, '--screen', '--idle-scsi'];
  }

  /** @returns standard output. @throws Error with the last lines of standard error */
  private async lab(...args: string[]): Promise<string> {
    const accelerator = this.options.kvm ? { LAB_ACCEL: 'kvm' } : {};
    const lab = spawn(LAB, args, {
      env: { ...accelerator, ...process.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keepEnd = (kept: string, data: Buffer) => (kept + data.toString()).slice(-2000);
    let output = '';
    let errors = '';
    lab.stdout.on('data', (data: Buffer) => (output = keepEnd(output, data)));
    lab.stderr.on('data', (data: Buffer) => (errors = keepEnd(errors, data)));
    const [code] = (await once(lab, 'close')) as [number | null];
    if (code !== 0) throw new Error(`lab.sh ${args[0]} ended with ${code}:\n${errors}`);
    return output;
  }
}
