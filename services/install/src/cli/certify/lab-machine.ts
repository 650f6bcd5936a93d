import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CertificationScreenshot } from './screenshots.js';
import { qmp } from './qmp.js';

const LAB = fileURLToPath(new URL('../../../../../deploy/lab/lab.sh', import.meta.url));

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

  /** @throws Error with the last lines of the output */
  private async lab(...args: string[]): Promise<void> {
    const accelerator = this.options.kvm ? { LAB_ACCEL: 'kvm' } : {};
    const lab = spawn(LAB, args, {
      env: { ...accelerator, ...process.env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    lab.stderr.on('data', (data: Buffer) => (output = (output + data.toString()).slice(-2000)));
    const [code] = (await once(lab, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`lab.sh ${args[0]} ended with ${code}:\n${output}`);
  }
}
