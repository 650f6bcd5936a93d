/** Generated installation media with the lab's boot managers, for the runs on virtual machines. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  addEdition,
  driverFolder,
  makeIso,
  run,
  windowsTree,
  write,
} from '@casement/windows-image/testing/windows-medium.js';

/** Paths of the boot manager for each firmware within an edition. */
export const BOOT_MANAGERS = {
  bios: 'Windows/Boot/PCAT/bootmgr',
  uefi: 'Windows/Boot/EFI/bootmgfw.efi',
};

/** Creates an ISO of one edition with these files. Its drivers are in the adjacent folder `drivers`. */
export function makeMedium(work, files) {
  write(join(work, 'tree'), { ...windowsTree(work), ...files });
  write(join(work, 'drivers'), driverFolder());
  mkdirSync(join(work, 'medium', 'sources'), { recursive: true });
  addEdition(work, 'tree', 'medium/sources/install.wim', { name: 'Lab', id: 'ServerStandard' });
  return makeIso(work, 'medium', 'medium.iso', true);
}

/** Assembles the source for execution at 2000:0000 with these symbols. */
export function assemble(work, source, symbols = {}) {
  const defined = Object.entries(symbols).map(([name, value]) => `--defsym ${name}=${value}`);
  const command = `as --32 ${defined.join(' ')} -o code.o "$0" && ld -m elf_i386 -Ttext 0 --oformat binary -o code code.o`;
  execFileSync('sh', ['-c', command, source], { cwd: work });
  return readFileSync(join(work, 'code'));
}

/**
 * Builds GRUB with these modules (separated by spaces) and a configuration of these commands. GRUB's built-in parser
 * supports no comments.
 */
export function makeGrub(work, format, commands, modules) {
  write(work, { 'grub.cfg': commands.replaceAll(/^#.*\n/gm, '') });
  const options = ['-O', format, '-p', '/', '-c', 'grub.cfg', '-o', 'grub'];
  run('grub-mkimage', [...options, ...modules.split(' ')], work);
  return readFileSync(join(work, 'grub'));
}
