import { rename, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkContract } from '../contract/check-contract.js';
import { openDiskFile } from '../volumes/disk-reader.js';
import type { Finding } from '../contract/findings.js';
import { controlSet } from '../registry/image-drivers.js';
import { expandable, type RegistryChanges } from '../registry/reg-file.js';
import { placeVolume } from './assemble-disk.js';
import { makeBootCode, placeBootCode } from './bios-boot-code.js';
import { biosBootFiles, bootSources } from './boot-files.js';
import { DISK, makeBootPartition, makeDisk, makeVolume } from './boot-partition.js';
import { BuildRefused } from './build-refused.js';
import { chooseDrivers, type ChosenDriver } from './choose-drivers.js';
import { planDisk, type DiskPlan, type Firmware } from './disk-layout.js';
import { bootDriverChanges } from './driver-changes.js';
import { collectDrivers, DRIVERS, withFolders } from './driver-files.js';
import { editHive, openHive } from './edit-hive.js';
import { openSource } from './file-source.js';
import { protectFiles } from './ntfs-rights.js';
import { run } from './programs.js';
import { readOwnRecipe, readRecipes, recipeFor, type Recipe } from './recipe.js';
import { accountChanges, appChanges, excludedPaths, systemChanges } from './settings.js';
import { Wim, type Edition } from './wim.js';
import { withWorkFolder } from './work-folder.js';

const MIB = 2 ** 20;
const SYSTEM = 'Windows/System32/config/SYSTEM';
const SOFTWARE = 'Windows/System32/config/SOFTWARE';
const SAM = 'Windows/System32/config/SAM';
const HIVES = [SYSTEM, SOFTWARE, SAM];

export interface BuildOptions {
  iso: string;
  /** The virtio-win ISO, or a folder of INFs. */
  drivers: string;
  /** Raw disk to create; must not exist. */
  output: string;
  /** Number, name or Microsoft's identifier. Required if the medium has several editions. */
  edition?: string | undefined;
  recipe?: string | undefined;
  /** The operator's own TOML file, instead of `recipe`. */
  recipeFile?: string | undefined;
  /** Defaults to UEFI. */
  firmware?: Firmware | undefined;
  /** Overrides the recipe's size. */
  sizeMib?: number | undefined;
  signal?: AbortSignal | undefined;
  onStep?: (step: string, percent: number | null) => void;
}

export interface BuiltImage {
  edition: Edition;
  recipe: Recipe;
  drivers: { inf: string; version: string; from: string }[];
  findings: Finding[];
}

/** @throws BuildRefused */
export function listEditions(iso: string, near: string, signal?: AbortSignal): Promise<Edition[]> {
  return withWorkFolder(join(near, 'windows-editions'), async (folder) => {
    const wim = await Wim.copyFrom(await openSource(iso, signal), folder, signal);
    return wim.editions();
  });
}

/**
 * Builds a bootable disk image from an installation ISO and drivers, without starting Windows and without root. The
 * image stays generalized as on the medium, so that each machine gets a unique identity.
 *
 * A failed build leaves no files; `output` appears only once it is complete.
 * @throws BuildRefused, ImageRefused PROGRAM_MISSING
 */
export async function buildImage(options: BuildOptions): Promise<BuiltImage> {
  const { output, signal, onStep = () => undefined } = options;
  if (await stat(output).catch(() => null)) {
    throw new BuildRefused(`${output} is there already. Name another file, or delete it first.`);
  }
  const [iso, drivers] = [
    await openSource(options.iso, signal),
    await openSource(options.drivers, signal),
  ];
  return withWorkFolder(output, async (folder) => {
    onStep('Reading the ISO', null);
    const medium = await Wim.copyFrom(iso, folder, signal);
    const edition = chooseEdition(await medium.editions(), options.edition);
    const recipe = options.recipeFile
      ? await readOwnRecipe(options.recipeFile)
      : recipeFor(await readRecipes(), edition, options.recipe);
    const chosen = await chooseDrivers(drivers, edition, recipe.drivers);
    const plan = planDisk(options.firmware ?? 'uefi', options.sizeMib ?? recipe.disk_gib * 1024);
    await checkRoom(folder, edition, plan);

    onStep('Preparing the edition', null);
    const wim = await medium.single(edition, 'windows.wim');
    await wim.extract([...HIVES, ...bootSources(plan.firmware)], 'tree');
    const added = await collectDrivers(drivers, chosen, folder);
    await makeDisk(folder, plan, signal);
    const boot = { folder, edition, recipe, signal };
    if (plan.firmware === 'uefi') await makeBootPartition(plan, boot);
    else {
      await makeBootCode(folder, signal);
      added.push(...(await biosBootFiles(plan, boot)));
    }
    await wim.change(added, excludedPaths(recipe));
    await changeRegistry(folder, chosen, recipe, signal);

    const volume = 'c.ntfs';
    await makeVolume(folder, volume, plan, signal);
    await wim.apply(volume, (percent) => onStep('Applying the edition', percent));
    await wim.remove();
    for (const hive of HIVES) {
      await run('ntfscp', ['-q', '-f', volume, join('tree', hive), hive], {
        folder,
        doing: 'Writing the registry',
        signal,
      });
    }
    await protectFiles(join(folder, volume), withFolders(added.map(({ path }) => path)));

    const disk = join(folder, DISK);
    if (plan.firmware === 'bios') await placeBootCode(folder, disk);
    await placeVolume(join(folder, volume), disk, plan.windows.offset, (percent) =>
      onStep('Writing the disk', percent),
    );
    signal?.throwIfAborted();
    onStep('Checking the image', null);
    const findings = await check(disk);
    await rename(disk, output);
    return { edition, recipe, drivers: chosen.map(describe), findings };
  });
}

/** @throws BuildRefused listing the editions */
export function chooseEdition(editions: Edition[], wanted?: string): Edition {
  const named = editions.map(({ index, name, id }) => `${index} ${name} (${id})`).join('; ');
  if (editions.length === 0) throw new BuildRefused('The medium has no edition of Windows.');
  if (wanted === undefined) {
    if (editions.length === 1) return editions[0]!;
    throw new BuildRefused(`The medium has several editions; choose one with --edition: ${named}.`);
  }
  const found = editions.filter(({ index, name, id }) =>
    [String(index), name.toLowerCase(), id.toLowerCase()].includes(wanted.toLowerCase()),
  );
  if (found.length === 1) return found[0]!;
  throw new BuildRefused(
    `${found.length === 0 ? 'No edition is' : 'Several editions are'} called ${wanted}. There are: ${named}.`,
  );
}

/** Space that Windows needs in its first minutes, before C: grows. */
const FIRST_START = 2048 * MIB;

async function checkRoom(folder: string, edition: Edition, plan: DiskPlan): Promise<void> {
  // A page file and updates need space before C: grows. A tiny test image never starts.
  const needed = edition.bytes + Math.min(FIRST_START, edition.bytes / 2);
  if (needed > plan.windows.size) {
    throw new BuildRefused(
      `${edition.name} needs a disk of ${Math.ceil(needed / 2 ** 30) + 1} GiB; give that as --size.`,
    );
  }
  const { bavail, bsize } = await statfs(folder);
  // Space for the edition, C: and the disk, plus the boot partition and file system overhead.
  const room = edition.bytes * 2.5 + 128 * MIB;
  if (bavail * bsize >= room) return;
  throw new BuildRefused(
    `The image needs ${Math.ceil(room / MIB)} MiB beside ${dirname(folder)}; ${Math.floor((bavail * bsize) / MIB)} MiB are free.`,
  );
}

async function changeRegistry(
  folder: string,
  chosen: ChosenDriver[],
  recipe: Recipe,
  signal: AbortSignal | undefined,
): Promise<void> {
  const tree = join(folder, 'tree');
  const current = controlSet(await openHive(join(tree, SYSTEM)));
  let system: RegistryChanges = systemChanges(recipe, current);
  for (const { driver } of chosen.filter(({ startsWindows }) => startsWindows)) {
    system = { ...system, ...bootDriverChanges(driver, current) };
  }
  await editHive(folder, join('tree', SYSTEM), system, signal);
  const search = ['inf', DRIVERS.slice('Windows/'.length).replaceAll('/', '\\')];
  const software = {
    'Microsoft\\Windows\\CurrentVersion': {
      DevicePath: expandable(search.map((path) => `%SystemRoot%\\${path}`).join(';')),
    },
    ...appChanges(recipe, await openHive(join(tree, SOFTWARE))),
  };
  await editHive(folder, join('tree', SOFTWARE), software, signal);
  const accounts = accountChanges(recipe, await openHive(join(tree, SAM)));
  await editHive(folder, join('tree', SAM), accounts, signal);
}

async function check(path: string): Promise<Finding[]> {
  const disk = await openDiskFile(path);
  try {
    return (await checkContract(disk)).findings;
  } finally {
    await disk.close();
  }
}

const describe = ({ driver, from }: ChosenDriver) => ({
  inf: driver.inf,
  version: driver.version.join('.'),
  from,
});
