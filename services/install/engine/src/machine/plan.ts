import type { NetworkOptions } from '@casement/proto/http/install/network-options.js';
import { chooseBootMethod, type BootMethod } from './boot-method.js';
import { rootDisk, type Facts } from './facts.js';
import { linuxSettings, type LinuxSettings } from './linux-settings.js';
import { toolsInMemory } from './room.js';
import { planNetwork, type NetworkPlan } from './network-plan.js';

export interface Plan {
  disk: DiskIdentity;
  network: NetworkPlan;
  /**
   * Port on which Windows listens. Missing in plans of an older version, whose Windows uses the port of the
   * configuration, also seen from outside.
   */
  rdpPort?: number;
  /** Settings that Windows takes over. Missing in plans of an older version. */
  linux?: LinuxSettings;
  boot: BootPlan;
  /** `modulesRoot`: folder that contains lib/modules. Missing in plans of an older version, which use /. */
  kernel: { image: string; args: string; modulesRoot?: string };
  /** Whether the tools are in our own in-memory file system. Missing in plans of an older version. */
  toolsInMemory?: boolean;
  /** Modules that the stage loads, with those for the disk and the card first. */
  modules: string[];
}

/** Identifies the disk after the restart, when its device name may differ. */
interface DiskIdentity {
  /** Size in bytes. */
  size: number;
  serial: string;
  /** sha256 of the first 34 sectors (boot code and partition table). Empty if a recovery system knows its disk. */
  head: string;
}

interface BootPlan {
  way: BootMethod;
  /** Location of GRUB's settings; `null` for kexec. */
  grub: { dir: string; reboot: string; partition: number; inside: string; fs: string } | null;
  /** Whether the kernel accepts only signed kernels. */
  signedOnly: boolean;
}

/** Optional modules for disks and network cards of common hypervisors. */
const DEFAULT_MODULES = [
  'virtio_pci',
  'virtio_blk',
  'virtio_net',
  'virtio_scsi',
  'sd_mod',
  'ahci',
  'nvme',
  'af_packet',
  'ipv6',
];

/** Modules for the EFI system partition and the boot guard's partition. */
const FAT_MODULES = ['vfat', 'nls_cp437', 'nls_iso8859_1', 'nls_ascii', 'nls_utf8'];

/** Kernel arguments of the customer's system that our kernel also needs on this machine. */
const INHERITED_ARGS =
  /^(console|earlyprintk|tsc|tsc_early_khz|clocksource|nomodeset|pci|acpi|noapic|nolapic|irqpoll|iommu|intel_iommu|amd_iommu|nox2apic|no_timer_check|edd)(=|$)/;

/** @throws if evaluate() would have rejected the VPS */
export function makePlan(
  facts: Facts,
  boot: 'auto' | BootMethod,
  network: NetworkOptions = {},
): Plan {
  const disk = rootDisk(facts);
  const { way } = chooseBootMethod(facts, boot);
  if (!disk || !way || !facts.kernelImage)
    throw new Error('the VPS was not evaluated before the plan');
  const { grub } = facts;
  return {
    disk: { size: disk.size, serial: disk.serial, head: disk.head },
    network: planNetwork(facts, network),
    linux: linuxSettings(facts),
    boot: {
      way,
      grub:
        way === 'grub' && grub
          ? {
              dir: grub.dir,
              reboot: grub.reboot,
              partition: grub.partition,
              inside: grub.inside,
              fs: grub.fs,
            }
          : null,
      signedOnly: facts.lockdown !== '' && facts.lockdown !== 'none',
    },
    kernel: {
      image: facts.kernelImage,
      args: kernelArgs(facts.cmdline),
      modulesRoot: facts.modulesRoot,
    },
    toolsInMemory: toolsInMemory(facts),
    modules: [
      ...new Set([
        ...disk.modules,
        ...(facts.nic?.modules ?? []),
        'fuse',
        ...(way === 'grub' && grub ? [grub.fs] : []),
        ...FAT_MODULES,
        ...(facts.firmware === 'uefi' ? ['efivarfs'] : []),
        ...DEFAULT_MODULES,
      ]),
    ],
  };
}

/**
 * Builds the kernel arguments. A panic restarts the machine after 30 s, so that it boots Linux again if the stage
 * dies.
 */
export function kernelArgs(cmdline: string): string {
  const inherited = cmdline
    .split(/\s+/)
    .filter((arg) => INHERITED_ARGS.test(arg) && /^[A-Za-z0-9_.,:=+-]+$/.test(arg));
  return [...inherited, 'panic=30', 'quiet'].join(' ');
}

/** Returns the plan for a machine whose recovery system runs the stage on its own disk. */
export const planWithoutLinux = (plan: Plan): Plan => ({
  ...plan,
  disk: { ...plan.disk, head: '' },
  boot: { way: 'kexec', grub: null, signedOnly: false },
});

/** Firmware of the examined machine, which `makePlan` records only by this module. */
export const firmwareOf = ({ modules }: Plan): 'bios' | 'uefi' =>
  modules.includes('efivarfs') ? 'uefi' : 'bios';

/** Returns the addresses that the stage and Windows will have, without prefix lengths. */
export const plannedAddresses = (plan: Plan | null): string[] =>
  plan
    ? [...plan.network.addresses, ...plan.network.ipv6Addresses].map((one) => one.split('/')[0]!)
    : [];
