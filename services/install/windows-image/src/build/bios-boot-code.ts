import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ImageRefused } from '../image-failures.js';
import { BuildRefused } from './build-refused.js';
import { run } from './programs.js';

const GRUB = '/usr/lib/grub/i386-pc';
const SECTOR = 512;
/** Space before the first partition, in bytes. */
const GAP = 2 ** 20;
/** Size of the boot code in the first sector; the disk signature and the partition table follow. */
const CODE_BYTES = 440;
/**
 * Jump that skips GRUB's check of the BIOS drive number. It is overwritten because some BIOSes report no hard disk;
 * grub-bios-setup does the same on hard disks.
 */
const DRIVE_CHECK = { at: 0x66, jump: 0xeb, noOperation: Buffer.from([0x90, 0x90]) };

/** Modules that read NTFS, load bootmgr like an NTFS boot record, and report failures. */
const MODULES = ['biosdisk', 'part_msdos', 'ntfs', 'ntldr'];
const FIRST = 'boot.img';
const CORE_IMAGE = 'core.img';
const COMMANDS = 'ntldr /bootmgr\nboot\n';

/**
 * Builds BIOS boot code from the installed GRUB. It starts bootmgr from the first partition.
 * @throws BuildRefused, ImageRefused PROGRAM_MISSING
 */
export async function makeBootCode(folder: string, signal: AbortSignal | undefined): Promise<void> {
  const first = await readFile(join(GRUB, 'boot.img')).catch(() => {
    throw new ImageRefused('PROGRAM_MISSING', { program: 'GRUB', package: 'grub-pc-bin' });
  });
  const { at, jump, noOperation } = DRIVE_CHECK;
  if (first[at] !== jump) throw new BuildRefused('The installed GRUB is of an unknown kind.');
  noOperation.copy(first, at);
  await writeFile(join(folder, FIRST), first.subarray(0, CODE_BYTES));
  await writeFile(join(folder, 'grub.cfg'), COMMANDS);
  // Root is the first partition of the boot disk.
  const options = ['-p', '(,msdos1)/', '-c', 'grub.cfg', '-o', CORE_IMAGE];
  await run('grub-mkimage', ['-O', 'i386-pc', '-d', GRUB, ...options, ...MODULES], {
    folder,
    doing: 'Making the boot code',
    signal,
  });
  const { size } = await stat(join(folder, CORE_IMAGE));
  if (SECTOR + size > GAP) throw new BuildRefused('The installed GRUB is too large.');
}

/** Writes the code before the first partition, leaving out the disk signature and the partition table. */
export async function placeBootCode(folder: string, diskFile: string): Promise<void> {
  const disk = await open(diskFile, 'r+');
  try {
    const [first, rest] = [
      await readFile(join(folder, FIRST)),
      await readFile(join(folder, CORE_IMAGE)),
    ];
    await disk.write(first, 0, first.length, 0);
    await disk.write(rest, 0, rest.length, SECTOR);
  } finally {
    await disk.close();
  }
}
