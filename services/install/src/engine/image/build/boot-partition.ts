import { copyFile, cp, mkdir, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bootStore } from './bcd.js';
import { BuildRefused } from './build-refused.js';
import type { DiskPlan } from './disk-layout.js';
import { editHive, openHive } from './edit-hive.js';
import { run } from './programs.js';
import type { Recipe } from './recipe.js';
import type { Edition } from './wim.js';

const TEMPLATE = 'Windows/System32/config/BCD-Template';
const BOOT_FILES = 'Windows/Boot/EFI';
const LOADER = `${BOOT_FILES}/bootmgfw.efi`;

/** What of the edition it is made of. */
export const BOOT_SOURCES = [TEMPLATE, BOOT_FILES, 'Windows/Boot/Fonts', 'Windows/Boot/Resources'];

/** As bcdboot makes it: the boot files from the image, the store, and the loader under the name that any firmware tries. */
export async function makeBootPartition(
  folder: string,
  plan: DiskPlan,
  edition: Edition,
  recipe: Recipe,
  signal: AbortSignal | undefined,
): Promise<void> {
  const tree = join(folder, 'tree');
  if (!(await stat(join(tree, LOADER)).catch(() => null))) {
    throw new BuildRefused(
      `${edition.name} has no \\${LOADER.replaceAll('/', '\\')}, so no UEFI can start it.`,
    );
  }
  const efi = join(folder, 'efi', 'EFI');
  const boot = join(efi, 'Microsoft', 'Boot');
  await mkdir(join(efi, 'BOOT'), { recursive: true });
  await cp(join(tree, BOOT_FILES), boot, { recursive: true });
  for (const name of ['Fonts', 'Resources']) {
    const from = join(tree, 'Windows', 'Boot', name);
    if (await stat(from).catch(() => null)) await cp(from, join(boot, name), { recursive: true });
  }
  await copyFile(join(tree, LOADER), join(efi, 'BOOT', 'BOOTX64.EFI'));
  const template = await openHive(join(tree, TEMPLATE));
  if (!template.key('Objects')) {
    throw new BuildRefused(`The BCD-Template of ${edition.name} is no boot store.`);
  }
  await copyFile(join(tree, TEMPLATE), join(boot, 'BCD'));
  const store = bootStore(template, plan, {
    title: recipe.title,
    locale: edition.defaultLanguage,
  });
  await editHive(folder, 'efi/EFI/Microsoft/Boot/BCD', store, signal);
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
