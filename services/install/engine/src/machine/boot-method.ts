import type { Facts } from './facts.js';
import { lackOf, STAGE } from './room.js';

export type BootMethod = 'grub' | 'kexec';

/** File systems that GRUB can write, so that it can clear next_entry before it boots our stage. */
const GRUB_WRITES = ['ext2', 'ext3', 'ext4', 'xfs'];

/** Returns the reason why GRUB cannot boot the stage exactly once; `null` if it can. */
function whyNotGrub(facts: Facts): string | null {
  const { grub } = facts;
  if (!grub) return 'GRUB’s settings were not found';
  // On BIOS the boot sector identifies the boot loader. On UEFI the loader may report its name; otherwise the
  // grub.cfg that was found decides.
  const bootDisk = facts.rootDisks[0] ?? '';
  const startsByGrub =
    facts.firmware === 'bios'
      ? facts.grubBootSectors.includes(bootDisk)
      : facts.loader === '' || facts.loader.startsWith('GRUB');
  if (!startsByGrub) return 'the disk is not booted by GRUB';
  if (!GRUB_WRITES.includes(grub.fs)) return `GRUB cannot write to ${grub.fs}`;
  if (!grub.plain) return 'GRUB cannot write to LVM or RAID';
  if (!grub.env) return 'GRUB cannot store a one-time boot entry';
  if (!grub.nextEntry) return 'GRUB’s settings ignore one-time boot entries';
  if (!grub.custom) return 'GRUB’s settings do not load custom entries';
  if (!grub.reboot) return 'grub-reboot is missing';
  return null;
}

function whyNotKexec(facts: Facts): string | null {
  if (!facts.kexec.built) return 'the kernel has no kexec';
  if (facts.kexec.disabled) return 'kexec is disabled until the next restart';
  return null;
}

/**
 * Prefers GRUB over kexec unless one is requested or /boot has no room for the stage. `way` is `null`, with the reason, if
 * neither works.
 */
export function chooseBootMethod(
  facts: Facts,
  asked: 'auto' | BootMethod,
): { way: BootMethod; why: null } | { way: null; why: string } {
  const grub = whyNotGrub(facts);
  const kexec = whyNotKexec(facts);
  const byGrub = asked !== 'kexec' && grub === null;
  if (byGrub && lackOf(facts.room['/boot'], STAGE) === null) return { way: 'grub', why: null };
  if (asked !== 'grub' && kexec === null) return { way: 'kexec', why: null };
  // Only space in /boot is missing, which the room check reports in detail.
  if (byGrub) return { way: 'grub', why: null };
  return {
    way: null,
    why: [asked !== 'kexec' && grub, asked !== 'grub' && kexec].filter(Boolean).join('; '),
  };
}
