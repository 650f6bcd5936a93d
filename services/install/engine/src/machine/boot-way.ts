import type { Facts } from './facts.js';

export type BootWay = 'grub' | 'kexec';

/** Where GRUB can write, and so can clear next_entry before it starts our stage. */
const GRUB_WRITES = ['ext2', 'ext3', 'ext4', 'xfs'];

/** Why GRUB can't boot our stage exactly once; null where it can. */
function whyNotGrub(facts: Facts): string | null {
  const { grub } = facts;
  if (!grub) return 'GRUB’s settings were not found';
  // On BIOS the boot sector names the boot loader. On UEFI it may name itself; else a found grub.cfg has to do.
  const bootDisk = facts.rootDisks[0] ?? '';
  const startsByGrub =
    facts.firmware === 'bios'
      ? facts.grubBootSectors.includes(bootDisk)
      : facts.loader === '' || facts.loader.startsWith('GRUB');
  if (!startsByGrub) return 'the disk is not started by GRUB';
  if (!GRUB_WRITES.includes(grub.fs)) return `GRUB cannot write to ${grub.fs}`;
  if (!grub.plain) return 'GRUB cannot write to LVM or RAID';
  if (!grub.env) return 'GRUB has no place to note a single start';
  if (!grub.nextEntry) return 'GRUB’s settings ignore a single start';
  if (!grub.custom) return 'GRUB’s settings read no custom entries';
  if (!grub.reboot) return 'grub-reboot is missing';
  return null;
}

/** Why the running kernel can't start another one; null where it can. */
function whyNotKexec(facts: Facts): string | null {
  if (!facts.kexec.built) return 'the kernel has no kexec';
  if (facts.kexec.disabled) return 'kexec is switched off until the next restart';
  return null;
}

/** GRUB where it can boot once, else kexec; or the one that was asked for. Null with the reason where neither can. */
export function chooseBootWay(
  facts: Facts,
  asked: 'auto' | BootWay,
): { way: BootWay; why: null } | { way: null; why: string } {
  const grub = whyNotGrub(facts);
  const kexec = whyNotKexec(facts);
  if (asked !== 'kexec' && grub === null) return { way: 'grub', why: null };
  if (asked !== 'grub' && kexec === null) return { way: 'kexec', why: null };
  return {
    way: null,
    why: [asked !== 'kexec' && grub, asked !== 'grub' && kexec].filter(Boolean).join('; '),
  };
}
