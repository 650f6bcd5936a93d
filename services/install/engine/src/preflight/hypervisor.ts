import type { Facts } from '../machine/facts.js';
import { hypervisorByDmi } from '../providers/providers.js';

/** Names of systemd-detect-virt on which the prepared Windows runs. */
const VIRT_OK = ['kvm', 'qemu', 'amazon', 'google'];

/** Names of systemd-detect-virt that no KVM machine gets. */
const VIRT_OTHER = ['vmware', 'oracle', 'bhyve', 'parallels', 'qnx', 'acrn', 'bochs', 'uml', 'zvm'];

/** Signatures of KVM, of QEMU's emulation, and the name in the kernel's log. */
const CPU_KVM = /kvm|tcg/i;
const CPU_OTHER = /vmware|bhyve|vbox|prl hyperv|lrpepyh/i;

export type HypervisorKind = 'kvm' | 'hyperv' | 'xen' | 'other' | 'unknown' | 'none';

/**
 * Hypervisor by all evidence. A single source is not enough: systemd before 256 takes KVM with Hyper-V enlightenments
 * for `microsoft`, systems without systemd say nothing, and providers write any name into DMI.
 */
export function hypervisorOf(facts: Facts): { kind: HypervisorKind; name: string } {
  const { virt, hypervisorBuses: buses, clockSources, hypervisorCpu } = facts;
  const dmi = hypervisorByDmi([facts.dmi, ...facts.dmiMore].join(' / '));
  const cpuSays = (pattern: RegExp) => hypervisorCpu.some((name) => pattern.test(name));
  if (
    virt === 'xen' ||
    facts.hypervisorType === 'xen' ||
    buses.includes('xen') ||
    dmi?.hypervisor === 'xen'
  ) {
    return { kind: 'xen', name: 'xen' };
  }
  if (VIRT_OTHER.includes(virt)) return { kind: 'other', name: virt };
  if (dmi?.hypervisor === 'other') return { kind: 'other', name: dmi.name };
  const other = hypervisorCpu.find((name) => CPU_OTHER.test(name));
  if (other !== undefined) return { kind: 'other', name: other };
  // Only a real Hyper-V has devices on its vmbus; QEMU's imitation of it comes with virtio.
  const isKvm = buses.includes('virtio') || clockSources.includes('kvm-clock') || cpuSays(CPU_KVM);
  if (buses.includes('vmbus') && !isKvm) return { kind: 'hyperv', name: 'microsoft' };
  if (isKvm || VIRT_OK.includes(virt)) {
    return { kind: 'kvm', name: VIRT_OK.includes(virt) ? virt : 'kvm' };
  }
  // Without the flag it is a real machine, whose maker may be a provider, too. systemd says `none` then.
  if (!facts.hypervisorFlag || virt === 'none') return { kind: 'none', name: 'none' };
  if (dmi?.hypervisor === 'kvm') return { kind: 'kvm', name: 'kvm' };
  if (dmi?.hypervisor === 'hyperv' || virt === 'microsoft')
    return { kind: 'hyperv', name: 'microsoft' };
  return virt === ''
    ? { kind: 'unknown', name: 'an unknown hypervisor' }
    : { kind: 'other', name: virt };
}
