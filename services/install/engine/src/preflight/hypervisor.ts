import type { Facts } from '../machine/facts.js';
import { hypervisorByDmi } from '../providers/providers.js';

/** Names from systemd-detect-virt on which the prepared Windows runs. */
const VIRT_OK = ['kvm', 'qemu', 'amazon', 'google'];

/** Names from systemd-detect-virt that never occur on a KVM machine. */
const VIRT_OTHER = ['vmware', 'oracle', 'bhyve', 'parallels', 'qnx', 'acrn', 'uml', 'zvm'];

/** Signatures of KVM and QEMU's emulation, and the hypervisor name in the kernel log. */
const CPU_KVM = /kvm|tcg/i;
const CPU_OTHER = /vmware|bhyve|vbox|prl hyperv|lrpepyh/i;

export type HypervisorKind = 'kvm' | 'hyperv' | 'xen' | 'other' | 'unknown' | 'none';

/**
 * Determines the hypervisor from all evidence. A single source is not enough: systemd before 256 reports KVM with
 * Hyper-V enlightenments as `microsoft`, systems without systemd report no type, and providers write arbitrary names
 * into DMI.
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
  // Only real Hyper-V has devices on its vmbus; QEMU's emulation of Hyper-V comes with virtio.
  const isKvm = buses.includes('virtio') || clockSources.includes('kvm-clock') || cpuSays(CPU_KVM);
  if (buses.includes('vmbus') && !isKvm) return { kind: 'hyperv', name: 'microsoft' };
  if (isKvm || VIRT_OK.includes(virt)) {
    return { kind: 'kvm', name: VIRT_OK.includes(virt) ? virt : 'kvm' };
  }
  // Without the hypervisor flag the machine is physical (systemd then reports `none`), even if its vendor is also a
  // cloud provider.
  if (!facts.hypervisorFlag || virt === 'none') return { kind: 'none', name: 'none' };
  if (dmi?.hypervisor === 'kvm') return { kind: 'kvm', name: 'kvm' };
  if (dmi?.hypervisor === 'hyperv' || virt === 'microsoft')
    return { kind: 'hyperv', name: 'microsoft' };
  return virt === ''
    ? { kind: 'unknown', name: 'an unknown hypervisor' }
    : { kind: 'other', name: virt };
}
