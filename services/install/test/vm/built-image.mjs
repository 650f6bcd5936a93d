/**
 * built-image.mjs bios|uefi FILE: builds an image of the lab's stand-in with the builder's own command, for this
 * firmware. The edition on the generated ISO has the stand-in's kernel and initrd, and GRUB in place of the boot
 * manager, which starts them from C:. Unlike the stand-in's own disk, this one is created entirely by the builder:
 * partitions, NTFS, boot files and the registry with the drivers. Needs `lab.sh build`, for uefi `lab.sh build full`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { assemble, BOOT_MANAGERS, makeGrub, makeMedium } from './windows-media.mjs';

const MIB = 2 ** 20;
const SECTOR = 512;
const LOADER = resolve('deploy/lab/standin-loader/bootmgr.S');
const BUILD = resolve('services/install/dist/cli/build-image.js');
/** Size of the stand-in's own disk. */
const SIZE = '1G';
/** Partition in which build-standin.sh puts kernel, initrd and their file system. */
const FIRST = { at: MIB, size: 64 * MIB };
const KINDS = {
  bios: { disk: 'standin.raw', read: (file, path) => ['ntfscat', file, path] },
  uefi: { disk: 'standin-uefi.raw', read: (file, path) => ['mtype', '-i', file, `::${path}`] },
};

const [firmware, output] = process.argv.slice(2);
if (!(firmware in KINDS) || !output) throw new Error('built-image.mjs bios|uefi FILE');
const lab = resolve(process.env.DATA_DIR ?? '.data', 'lab');
const work = mkdtempSync(join(lab, '.built.'));
try {
  const iso = makeMedium(work, { ...standInFiles(), [BOOT_MANAGERS[firmware]]: bootManager() });
  const options = ['--drivers', join(work, 'drivers'), '--output', output, '--size', SIZE];
  const build = [BUILD, iso, ...options, '--firmware', firmware, '--i-am-licensed'];
  execFileSync(process.execPath, build, { stdio: 'inherit' });
} finally {
  rmSync(work, { recursive: true, force: true });
}

function standInFiles() {
  const { disk, read } = KINDS[firmware];
  const first = join(work, 'first');
  const range = `iflag=skip_bytes,count_bytes skip=${FIRST.at} count=${FIRST.size}`;
  sh(`dd if="$0" of="$1" bs=1M ${range} status=none`, join(lab, disk), first);
  const file = (name) => {
    const [program, ...args] = read(first, `/standin/${name}`);
    return execFileSync(program, args, { maxBuffer: FIRST.size });
  };
  return { 'standin/vmlinuz': file('vmlinuz'), 'standin/initrd': file('initrd') };
}

function bootManager() {
  const khz = sh('. deploy/lab/lib.sh && tsc_khz').trim();
  const commands = `serial --unit=0
terminal_output serial
search --file --set=root /standin/vmlinuz
linux /standin/vmlinuz console=ttyS0 quiet tsc=reliable clocksource=tsc tsc_early_khz=${khz}
initrd /standin/initrd
boot
`;
  const modules = 'ntfs linux serial terminal search search_fs_file';
  if (firmware === 'uefi') {
    return makeGrub(work, 'x86_64-efi', commands, `part_gpt fat ${modules}`);
  }
  const core = makeGrub(work, 'i386-pc', commands, `biosdisk part_msdos ${modules}`);
  // GRUB's first sector would load the others by their position on a disk, so LOADER replaces it.
  const rest = core.subarray(SECTOR);
  const sectors = Math.ceil(rest.length / SECTOR);
  return Buffer.concat([assemble(work, LOADER, { SECTORS: sectors }), rest]);
}

function sh(command, ...args) {
  return execFileSync('bash', ['-c', command, ...args], { encoding: 'utf8' });
}
