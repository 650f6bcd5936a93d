import { copyFile, cp, mkdir, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { bootStore } from './bcd.js';
import { BuildRefused } from './build-refused.js';
import type { DiskPlan, Firmware } from './disk-layout.js';
import { editHive, openHive } from './edit-hive.js';
import type { Recipe } from './recipe.js';
import type { Edition } from './wim.js';

const TEMPLATE = 'Windows/System32/config/BCD-Template';
/** Folder of each firmware's boot files in Windows, and its boot manager. */
const BOOT_FILES = {
  uefi: { folder: 'Windows/Boot/EFI', manager: 'bootmgfw.efi', starter: 'UEFI' },
  bios: { folder: 'Windows/Boot/PCAT', manager: 'bootmgr', starter: 'BIOS' },
};
const FOR_BOTH = ['Fonts', 'Resources'];

/** Returns the edition's files that the boot folder needs. */
export const bootSources = (firmware: Firmware): string[] => [
  TEMPLATE,
  BOOT_FILES[firmware].folder,
  ...FOR_BOTH.map((name) => `Windows/Boot/${name}`),
];

export interface BootOptions {
  /** Work folder; `tree` contains the edition's files. */
  folder: string;
  edition: Edition;
  recipe: Recipe;
  signal: AbortSignal | undefined;
}

/** File from the work folder to add to the edition. `path` uses `/`. */
export interface AddedFile {
  file: string;
  path: string;
}

/** Builds a boot folder like bcdboot: boot files, fonts and the store. @throws BuildRefused */
export async function makeBootFolder(
  target: string,
  plan: DiskPlan,
  { folder, edition, recipe, signal }: BootOptions,
): Promise<void> {
  const tree = join(folder, 'tree');
  const boot = join(folder, target);
  const { folder: source, manager, starter } = BOOT_FILES[plan.firmware];
  if (!(await isThere(join(tree, source, manager)))) {
    const missing = `${source}/${manager}`.replaceAll('/', '\\');
    throw new BuildRefused(`${edition.name} has no \\${missing}, so no ${starter} can start it.`);
  }
  await mkdir(dirname(boot), { recursive: true });
  await cp(join(tree, source), boot, { recursive: true });
  for (const name of FOR_BOTH) {
    const from = join(tree, 'Windows', 'Boot', name);
    if (await isThere(from)) await cp(from, join(boot, name), { recursive: true });
  }
  const template = await openHive(join(tree, TEMPLATE));
  if (!template.key('Objects')) {
    throw new BuildRefused(`The BCD-Template of ${edition.name} is no boot store.`);
  }
  await copyFile(join(tree, TEMPLATE), join(boot, 'BCD'));
  const store = bootStore(template, plan, {
    title: recipe.title,
    locale: edition.defaultLanguage,
  });
  await editHive(folder, join(target, 'BCD'), store, signal);
}

/** Returns the files that a BIOS needs on C:, which are bootmgr in the root and `\Boot`. @throws BuildRefused */
export async function biosBootFiles(plan: DiskPlan, options: BootOptions): Promise<AddedFile[]> {
  const top = join(options.folder, 'system');
  await makeBootFolder('system/Boot', plan, options);
  await rename(join(top, 'Boot', 'bootmgr'), join(top, 'bootmgr'));
  // bootnxt exists in Windows 8 and later.
  const next = join(top, 'Boot', 'bootnxt');
  if (await isThere(next)) await rename(next, join(top, 'BOOTNXT'));
  const entries = await readdir(top, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const path = relative(top, join(parentPath, name));
      // File names come from the medium and become command arguments.
      if (/[^\w ./-]/.test(path)) {
        throw new BuildRefused(`${options.edition.name} has a boot file of an odd name.`);
      }
      return { file: join('system', path), path };
    });
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
