import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ImageRefused } from '../image-failures.js';
import { BuildRefused } from './build-refused.js';
import { run } from './programs.js';

/** Where Debian's grub-pc-bin has GRUB's parts for a BIOS. */
const GRUB = '/usr/lib/grub/i386-pc';
const SECTOR = 512;
/** What lies before the first partition. */
const GAP = 2 ** 20;
/** Of the first sector: behind them lie the disk's signature and its table. */
const CODE_BYTES = 440;
/** A jump past the check that a BIOS names a hard disk, which some do not; grub-bios-setup leaves it out on hard disks. */
const DRIVE_CHECK = { at: 0x66, jump: 0xeb, nothing: Buffer.from([0x90, 0x90]) };

/** It reads NTFS, loads bootmgr as an NTFS boot record would, and says so where that does not go. */
const MODULES = ['biosdisk', 'part_msdos', 'ntfs', 'ntldr'];
const FIRST = 'boot.img';
const REST = 'core.img';
const COMMANDS = 'ntldr /bootmgr\nboot\n';

/**
 * Makes of the installed GRUB what a BIOS starts: it starts bootmgr from the first partition.
 *
 * @throws BuildRefused, ImageRefused PROGRAM_MISSING
 */
export async function makeBootCode(folder: string, signal: AbortSignal | undefined): Promise<void> {
  const first = await readFile(join(GRUB, 'boot.img')).catch(() => {
    throw new ImageRefused('PROGRAM_MISSING', { program: 'GRUB', package: 'grub-pc-bin' });
  });
  const { at, jump, nothing } = DRIVE_CHECK;
  if (first[at] !== jump) throw new BuildRefused('The installed GRUB is of an unknown kind.');
  nothing.copy(first, at);
  await writeFile(join(folder, FIRST), first.subarray(0, CODE_BYTES));
  await writeFile(join(folder, 'grub.cfg'), COMMANDS);
  // Its root is the first partition of the disk that the BIOS started.
  const place = ['-p', '(,msdos1)/', '-c', 'grub.cfg', '-o', REST];
  await run('grub-mkimage', ['-O', 'i386-pc', '-d', GRUB, ...place, ...MODULES], {
    folder,
    doing: 'Making the boot code',
    signal,
  });
  const { size } = await stat(join(folder, REST));
  if (SECTOR + size > GAP) throw new BuildRefused('The installed GRUB is too large.');
}

/** Puts it before the first partition, around the disk's signature and its table. */
export async function placeBootCode(folder: string, diskFile: string): Promise<void> {
  const disk = await open(diskFile, 'r+');
  try {
    const [first, rest] = [await readFile(join(folder, FIRST)), await readFile(join(folder, REST))];
    await disk.write(first, 0, first.length, 0);
    await disk.write(rest, 0, rest.length, SECTOR);
  } finally {
    await disk.close();
  }
}
