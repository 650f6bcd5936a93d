import { copyFile, mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeBootFolder, type BootOptions } from './boot-files.js';
import type { DiskPlan, UefiPlan } from './disk-layout.js';
import { run } from './programs.js';

/** What UEFI starts: the boot files, and the loader under the name that any firmware tries. */
export async function makeBootPartition(plan: UefiPlan, options: BootOptions): Promise<void> {
  const { folder, signal } = options;
  const boot = 'efi/EFI/Microsoft/Boot';
  await makeBootFolder(boot, plan, options);
  const fallback = join(folder, 'efi', 'EFI', 'BOOT');
  await mkdir(fallback);
  await copyFile(join(folder, boot, 'bootmgfw.efi'), join(fallback, 'BOOTX64.EFI'));
  await writeFile(join(folder, 'efi.fat'), '', { mode: 0o600 });
  await truncate(join(folder, 'efi.fat'), plan.efi.size);
  const doing = 'Making the EFI partition';
  const start = String(plan.efi.offset / 512);
  await run('mkfs.fat', ['-F', '32', '-n', 'SYSTEM', '-h', start, 'efi.fat'], {
    folder,
    doing,
    signal,
  });
  await run('mcopy', ['-s', '-i', 'efi.fat', 'efi/EFI', '::'], { folder, doing, signal });
}

/** An empty C: in a file, which knows where on the disk it will lie. */
export async function makeVolume(
  folder: string,
  name: string,
  { windows }: DiskPlan,
  signal: AbortSignal | undefined,
): Promise<void> {
  await writeFile(join(folder, name), '', { mode: 0o600 });
  await truncate(join(folder, name), windows.size);
  const geometry = ['-s', '512', '-H', '255', '-S', '63', '-p', String(windows.offset / 512)];
  await run('mkntfs', ['-q', '-Q', '-F', ...geometry, '-L', 'Windows', name], {
    folder,
    doing: 'Making C:',
    signal,
  });
}
