/** Made-up installation media with boot managers of the lab's, for the runs on virtual machines. */
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

/** Where an edition has the boot manager of each firmware. */
export const BOOT_MANAGERS = {
  bios: 'Windows/Boot/PCAT/bootmgr',
  uefi: 'Windows/Boot/EFI/bootmgfw.efi',
};

/** An ISO of one edition, made up, with these files in it; the drivers for it are in `drivers` beside. */
export function makeMedium(work, files) {
  write(join(work, 'tree'), { ...windowsTree(work), ...files });
  write(join(work, 'drivers'), driverFolder());
  mkdirSync(join(work, 'medium', 'sources'), { recursive: true });
  addEdition(work, 'tree', 'medium/sources/install.wim', { name: 'Lab', id: 'ServerStandard' });
  return makeIso(work, 'medium', 'medium.iso', true);
}

/** What starts at 2000:0000: the source, with these symbols. */
export function assemble(work, source, symbols = {}) {
  const defined = Object.entries(symbols).map(([name, value]) => `--defsym ${name}=${value}`);
  const command = `as --32 ${defined.join(' ')} -o code.o "$0" && ld -m elf_i386 -Ttext 0 --oformat binary -o code code.o`;
  execFileSync('sh', ['-c', command, source], { cwd: work });
  return readFileSync(join(work, 'code'));
}

/** GRUB with these modules (a text), that runs these commands; its parser for those that are built in knows no comments. */
export function makeGrub(work, format, commands, modules) {
  write(work, { 'grub.cfg': commands.replaceAll(/^#.*\n/gm, '') });
  const options = ['-O', format, '-p', '/', '-c', 'grub.cfg', '-o', 'grub'];
  run('grub-mkimage', [...options, ...modules.split(' ')], work);
  return readFileSync(join(work, 'grub'));
}
