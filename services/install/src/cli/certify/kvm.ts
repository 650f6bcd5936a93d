import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Firmware that writes 1 to the port that ends QEMU, and then halts. */
const SIZE = 64 * 1024;
const FIRST = 0xfff0;
const END = Buffer.from([0xb0, 0x01, 0xe6, 0xf4, 0xf4]);
/** Exit code of QEMU after that port write. */
const ENDED = 3;
const LIMIT_MS = 10_000;

/** Tests whether KVM can run the lab's machine. /dev/kvm may exist and be unusable, or refuse the processor. */
export async function hasKvm(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'casement-kvm-'));
  try {
    const firmware = join(folder, 'firmware');
    await writeFile(firmware, Buffer.alloc(SIZE).fill(END, FIRST, FIRST + END.length));
    const machine = '-accel kvm -cpu max -machine pc -nodefaults -display none';
    const ends = ['-device', 'isa-debug-exit,iobase=0xf4', '-bios', firmware];
    const qemu = spawn('qemu-system-x86_64', [...machine.split(' '), ...ends], {
      stdio: 'ignore',
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    const [code] = (await once(qemu, 'exit')) as [number | null];
    return code === ENDED;
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
