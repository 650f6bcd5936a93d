import type { ProviderId } from '@casement/proto/texts/providers.js';
import type { NetworkPlan } from '../machine/network-plan.js';
import type { AddressFacts, DiskFacts, Facts, NicFacts } from '../machine/facts.js';
import { sampleFacts } from './sample-facts.js';
import type { FailureCode } from '@casement/proto/texts/failures.js';

/**
 * Machine based on its provider's documentation. Addresses are reserved documentation addresses; values that no
 * document states are listed above the machine.
 */
export interface Machine {
  provider: ProviderId;
  name: string;
  facts: Facts;
  /** Firmware of the Windows image selected for it. */
  image: 'bios' | 'uefi';
  /** Expected refusal codes in check order; empty if the machine is accepted. */
  refusals: FailureCode[];
  plan: Partial<NetworkPlan>;
}

const GIB = 2 ** 30;

const disk = (name: string, bus: string, changes: Partial<DiskFacts> = {}): DiskFacts => ({
  ...sampleFacts().disks[0]!,
  name,
  bus,
  size: 25 * GIB,
  serial: name,
  ...changes,
});

const card = (driver: string, changes: Partial<NicFacts> = {}): NicFacts => ({
  ...sampleFacts().nic!,
  driver,
  ...changes,
});

const leased = (address: string): AddressFacts => ({ address, dynamic: true });
const fixed = (address: string): AddressFacts => ({ address, dynamic: false });
const byDhcp = (via: string) => ({ via, source: '', dhcp: true });
const byHand = (via: string) => ({ via, source: '', dhcp: false });

/** Builds a machine that boots from its first disk; other values default to Debian 12 without IPv6. */
function machine(changes: Partial<Facts> & Pick<Facts, 'disks'>): Facts {
  const name = changes.disks[0]!.name;
  const isUefi = changes.firmware === 'uefi';
  return sampleFacts({
    virt: 'kvm',
    memoryKb: 2_000_000,
    rootDisks: [name],
    bootDisks: [name],
    grubBootSectors: isUefi ? [] : [name],
    loaderDisks: isUefi ? [name] : [],
    addresses6: [],
    route6: null,
    ...changes,
  });
}

export const MACHINES: Machine[] = [
  // Second disk: https://noteed.com/not-os/digital-ocean.html. IPv6:
  // https://docs.digitalocean.com/products/networking/ipv6/details/limits. Undocumented: the anchor's network, BIOS.
  {
    provider: 'digitalocean',
    name: 'Droplet with an anchor address and IPv6',
    facts: machine({
      dmi: 'DigitalOcean / Droplet',
      disks: [
        disk('vda', 'virtio-blk'),
        disk('vdb', 'virtio-blk', { size: 2 ** 19, readOnly: true, partitions: false, head: 'b' }),
      ],
      nic: card('virtio_net'),
      route4: byHand('203.0.112.1'),
      addresses4: [fixed('10.19.0.5/16'), fixed('203.0.113.7/20')],
      addresses6: [fixed('2001:db8:800:10::7ad:1001/64')],
      route6: { via: '2001:db8:800:10::1', announced: false },
    }),
    image: 'bios',
    refusals: [],
    plan: {
      mode: 'static',
      addresses: ['203.0.113.7/20', '10.19.0.5/16'],
      gateway: '203.0.112.1',
      onlink: false,
      ipv6Addresses: ['2001:db8:800:10::7ad:1001/64'],
      ipv6Gateway: '2001:db8:800:10::1',
      ipv6Onlink: false,
    },
  },
  // https://www.digitalocean.com/community/questions/my-droplet-not-start-automatically-always-go-recovery-mode
  {
    provider: 'digitalocean',
    name: 'legacy Droplet whose kernel is chosen in the panel',
    facts: machine({
      dmi: 'DigitalOcean / Droplet',
      disks: [disk('vda', 'virtio-blk')],
      startedFromDisk: false,
      nic: card('virtio_net'),
      route4: byHand('203.0.113.1'),
      addresses4: [fixed('203.0.113.7/24')],
    }),
    image: 'bios',
    refusals: ['BOOT_EXTERNAL'],
    plan: { mode: 'static', addresses: ['203.0.113.7/24'], onlink: false },
  },
  // - Card: https://cloud.google.com/compute/docs/networking/using-gvnic
  // - Disk:
  //   https://docs.cloud.google.com/dotnet/docs/reference/Google.Cloud.Compute.V1/latest/Google.Cloud.Compute.V1.AttachedDisk.Types.Interface
  // - UEFI and the /32 are undocumented.
  {
    provider: 'google',
    name: 'second generation, virtio',
    facts: machine({
      virt: 'google',
      dmi: 'Google / Google Compute Engine',
      firmware: 'uefi',
      disks: [disk('sda', 'virtio-scsi')],
      nic: card('virtio_net', { mtu: 1460 }),
      route4: byDhcp('10.128.0.1'),
      addresses4: [leased('10.128.0.5/32')],
    }),
    image: 'uefi',
    refusals: [],
    plan: { mode: 'dhcp', addresses: ['10.128.0.5/32'], onlink: true, mtu: 1460 },
  },
  // Sources as above. The Linux driver of gVNIC is called gve.
  {
    provider: 'google',
    name: 'third generation, gVNIC and NVMe',
    facts: machine({
      virt: 'google',
      dmi: 'Google / Google Compute Engine',
      firmware: 'uefi',
      disks: [disk('nvme0n1', 'nvme')],
      nic: card('gve', { mtu: 1460 }),
      route4: byDhcp('10.128.0.1'),
      addresses4: [leased('10.128.0.5/32')],
    }),
    image: 'uefi',
    refusals: ['NIC_UNSUPPORTED'],
    plan: { mode: 'dhcp', addresses: ['10.128.0.5/32'], onlink: true, mtu: 1460 },
  },
  // Boot: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ami-boot.html. Disk:
  // https://docs.aws.amazon.com/AWSEC2/latest/WindowsGuide/nvme-ebs-volumes.html. Card:
  // https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/enhanced-networking.html. MTU:
  // https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/network_mtu.html. Undocumented: DHCP, the prefix.
  {
    provider: 'aws',
    name: 'Nitro, ENA and NVMe',
    facts: machine({
      virt: 'amazon',
      dmi: 'Amazon EC2 / t3.small',
      disks: [disk('nvme0n1', 'nvme')],
      nic: card('ena', { mtu: 9001 }),
      route4: byDhcp('172.31.16.1'),
      addresses4: [leased('172.31.20.5/20')],
    }),
    image: 'bios',
    refusals: ['NIC_UNSUPPORTED'],
    plan: { mode: 'dhcp', addresses: ['172.31.20.5/20'], onlink: false, mtu: 9001 },
  },
  // https://github.com/cloudius-systems/osv/wiki/Running-OSv-on-EC2
  {
    provider: 'aws',
    name: 'before Nitro, Xen',
    facts: machine({
      virt: 'xen',
      dmi: 'Xen / HVM domU',
      disks: [disk('xvda', 'xen')],
      nic: card('vif', { mtu: 9001 }),
      route4: byDhcp('172.31.16.1'),
      addresses4: [leased('172.31.20.5/20')],
    }),
    image: 'bios',
    refusals: ['VIRT_XEN', 'DISK_BUS_UNSUPPORTED', 'NIC_UNSUPPORTED'],
    plan: { mode: 'dhcp', addresses: ['172.31.20.5/20'] },
  },
  // https://learn.microsoft.com/en-us/azure/virtual-machines/generation-2; drivers:
  // https://github.com/MicrosoftDocs/SupportArticles-docs/blob/main/support/azure/virtual-machines/linux/linux-hyperv-issue.md
  // Undocumented: DHCP, the prefix.
  ...(['bios', 'uefi'] as const).map((firmware, index): Machine => ({
    provider: 'azure',
    name: `generation ${index + 1}`,
    facts: machine({
      virt: 'microsoft',
      dmi: 'Microsoft Corporation / Virtual Machine',
      firmware,
      disks: [disk('sda', 'hyperv')],
      nic: card('hv_netvsc'),
      route4: byDhcp('10.0.0.1'),
      addresses4: [leased('10.0.0.4/24')],
    }),
    image: firmware,
    refusals: ['VIRT_HYPERV', 'DISK_BUS_UNSUPPORTED', 'NIC_UNSUPPORTED'],
    plan: { mode: 'dhcp', addresses: ['10.0.0.4/24'], onlink: false },
  })),
  // Linode's GRUB needs no boot loader on the disk.
  // - Boot: https://www.linode.com/docs/products/compute/compute-instances/guides/manage-the-kernel/
  // - Devices and the swap disk: …/guides/configuration-profiles/
  // - IPv6: …/guides/manual-network-configuration/
  {
    provider: 'linode',
    name: 'as delivered: Linode’s GRUB 2, a disk without partitions, a swap disk',
    facts: machine({
      dmi: 'Akamai Connected Cloud / Akamai Compute Instance',
      disks: [
        disk('sda', 'virtio-scsi', { partitions: false, bootCode: false }),
        disk('sdb', 'virtio-scsi', {
          size: GIB / 2,
          partitions: false,
          bootCode: false,
          head: 'b',
        }),
      ],
      grubBootSectors: [],
      nic: card('virtio_net'),
      route4: byHand('203.0.113.1'),
      addresses4: [fixed('203.0.113.7/24')],
      addresses6: [leased('2001:db8::f03c:95ff:fe12:3456/64')],
      route6: { via: 'fe80::1', announced: true },
    }),
    image: 'bios',
    refusals: ['BOOT_EXTERNAL', 'DISK_SECOND'],
    plan: {
      mode: 'static',
      addresses: ['203.0.113.7/24'],
      onlink: false,
      ipv6Addresses: [],
      ipv6Gateway: null,
      ipv6FromMac: true,
    },
  },
  // https://www.linode.com/docs/products/compute/compute-instances/guides/install-a-custom-distribution/
  {
    provider: 'linode',
    name: 'Debian by its own installer, “Direct Disk”',
    facts: machine({
      dmi: 'Akamai Connected Cloud / Akamai Compute Instance',
      disks: [disk('sda', 'virtio-scsi')],
      nic: card('virtio_net'),
      route4: byDhcp('203.0.113.1'),
      addresses4: [leased('203.0.113.7/24')],
      addresses6: [leased('2001:db8::f03c:95ff:fe12:3456/64')],
      route6: { via: 'fe80::1', announced: true },
    }),
    image: 'bios',
    refusals: [],
    plan: { mode: 'dhcp', onlink: false, ipv6Addresses: [], ipv6Gateway: null, ipv6FromMac: true },
  },
  // https://github.com/canonical/cloud-init/blob/main/cloudinit/sources/helpers/vultr.py. Undocumented: the disk,
  // BIOS.
  {
    provider: 'vultr',
    name: 'DHCP, a further address by hand, IPv6 announced, a private network',
    facts: machine({
      dmi: 'Vultr / VC2',
      disks: [disk('vda', 'virtio-blk')],
      nic: card('virtio_net'),
      route4: byDhcp('203.0.113.1'),
      addresses4: [leased('203.0.113.7/23'), fixed('203.0.113.77/23')],
      addresses6: [leased('2001:db8:5:9:5054:ff:feca:5e01/64')],
      route6: { via: 'fe80::fc00:4ff:fe12:1', announced: true },
      otherAddresses: [{ card: 'enp8s0', ...fixed('10.1.96.3/20') }],
    }),
    image: 'bios',
    refusals: [],
    plan: { mode: 'dhcp', onlink: false, ipv6Addresses: [], ipv6Gateway: null, ipv6FromMac: true },
  },
  // https://gist.github.com/642efb4e0f4da255382bc299ec65ce83 and
  // https://stanislas.blog/2019/08/fix-ipv6-hetzner-cloud. Undocumented: the disk, BIOS.
  {
    provider: 'hetzner',
    name: '/32 behind 172.31.1.1, IPv6 behind fe80::1',
    facts: machine({
      dmi: 'Hetzner / vServer',
      disks: [disk('sda', 'virtio-scsi')],
      nic: card('virtio_net'),
      route4: byDhcp('172.31.1.1'),
      addresses4: [leased('203.0.113.7/32')],
      addresses6: [fixed('2001:db8:c17:1234::1/64')],
      route6: { via: 'fe80::1', announced: false },
    }),
    image: 'bios',
    refusals: [],
    plan: {
      mode: 'dhcp',
      addresses: ['203.0.113.7/32'],
      gateway: '172.31.1.1',
      onlink: true,
      ipv6Addresses: ['2001:db8:c17:1234::1/64'],
      ipv6Gateway: 'fe80::1',
      ipv6Onlink: false,
    },
  },
  // https://docs.hetzner.com/robot/dedicated-server/network/net-config-debian-ubuntu, the source of these addresses.
  // With pointopoint, Linux shows the address without a prefix. Undocumented: the card, RAID 1 on two disks.
  {
    provider: 'hetznerDedicated',
    name: 'a whole machine with RAID 1',
    facts: machine({
      virt: 'none',
      hypervisorFlag: false,
      dmi: 'ASUS / System Product Name',
      disks: [disk('nvme0n1', 'nvme'), disk('nvme1n1', 'nvme')],
      rootDisks: ['nvme0n1', 'nvme1n1'],
      nic: card('e1000e'),
      route4: byHand('192.168.0.1'),
      addresses4: [fixed('192.168.0.250')],
      addresses6: [fixed('2001:db8:61:20e1::2/64')],
      route6: { via: 'fe80::1', announced: false },
    }),
    image: 'bios',
    refusals: ['VIRT_UNSUPPORTED', 'DISK_SPANNED', 'NIC_UNSUPPORTED'],
    plan: {
      mode: 'static',
      addresses: ['192.168.0.250/32'],
      gateway: '192.168.0.1',
      onlink: true,
      ipv6Addresses: ['2001:db8:61:20e1::2/64'],
      ipv6Gateway: 'fe80::1',
    },
  },
  // https://blog.laxis.it/static-ipv4-ipv6-netplan-ovh-vps/ and
  // https://github.com/ovh/docs/blob/develop/pages/bare_metal_cloud/virtual_private_servers/configure-ipv6/guide.en-gb.md
  // Undocumented: the disk, BIOS.
  {
    provider: 'ovh',
    name: '/32 by DHCP, IPv6 /128, both gateways outside',
    facts: machine({
      dmi: 'OpenStack Foundation / OpenStack Nova',
      disks: [disk('sda', 'virtio-scsi')],
      nic: card('virtio_net'),
      route4: byDhcp('203.0.113.1'),
      addresses4: [leased('203.0.113.77/32')],
      addresses6: [fixed('2001:db8:201:abcd::7c5/128')],
      route6: { via: '2001:db8:201:abcd::1', announced: false },
    }),
    image: 'bios',
    refusals: [],
    plan: {
      mode: 'dhcp',
      addresses: ['203.0.113.77/32'],
      onlink: true,
      ipv6Addresses: ['2001:db8:201:abcd::7c5/128'],
      ipv6Gateway: '2001:db8:201:abcd::1',
      ipv6Onlink: true,
      ipv6FromMac: true,
    },
  },
  // Contabo documents only how to sign in (https://help.contabo.com/). The values here are commonly reported.
  {
    provider: 'contabo',
    name: 'static, IPv6 behind fe80::1',
    facts: machine({
      dmi: 'QEMU / Standard PC (i440FX + PIIX, 1996)',
      disks: [disk('sda', 'virtio-scsi')],
      nic: card('virtio_net'),
      route4: byHand('203.0.113.1'),
      addresses4: [fixed('203.0.113.7/24')],
      addresses6: [fixed('2001:db8:2228:1::1/64')],
      route6: { via: 'fe80::1', announced: false },
    }),
    image: 'bios',
    refusals: [],
    plan: {
      mode: 'static',
      addresses: ['203.0.113.7/24'],
      onlink: false,
      ipv6Addresses: ['2001:db8:2228:1::1/64'],
      ipv6Gateway: 'fe80::1',
      ipv6Onlink: false,
    },
  },
  // Devices: https://docs.oracle.com/en-us/iaas/tools/dotnet/latest/api/Oci.CoreService.Models.LaunchOptions.html.
  // Firmware: https://docs.oracle.com/en-us/iaas/Content/Compute/Tasks/configuringimagecapabilities.htm.
  // Undocumented: DHCP, packets of 9000 bytes.
  {
    provider: 'oracle',
    name: 'paravirtualized, UEFI',
    facts: oracle({}),
    image: 'uefi',
    refusals: [],
    plan: { mode: 'dhcp', addresses: ['10.0.0.5/24'], onlink: false, mtu: 9000 },
  },
  {
    provider: 'oracle',
    name: 'paravirtualized, with an image for BIOS',
    facts: oracle({}),
    image: 'bios',
    refusals: ['FIRMWARE_MISMATCH'],
    plan: { mode: 'dhcp' },
  },
  // A virtual function uses the driver of the host's card, here Mellanox. An iSCSI disk is a SCSI host created by
  // Linux.
  {
    provider: 'oracle',
    name: 'hardware-assisted network, boot volume by iSCSI',
    facts: oracle({ disks: [disk('sda', 'scsi')], nic: card('mlx5_core', { mtu: 9000 }) }),
    image: 'uefi',
    refusals: ['DISK_BUS_UNSUPPORTED', 'NIC_UNSUPPORTED'],
    plan: { mode: 'dhcp' },
  },
  // https://developers.upcloud.com/1.3/10-ip-addresses/. Undocumented: the disk, BIOS.
  {
    provider: 'upcloud',
    name: 'a card for each address',
    facts: machine({
      dmi: 'UpCloud / UpCloud Server',
      disks: [disk('vda', 'virtio-blk')],
      nic: card('virtio_net'),
      route4: byDhcp('203.0.113.1'),
      addresses4: [leased('203.0.113.7/22')],
      otherAddresses: [
        { card: 'eth1', ...leased('10.5.0.9/22') },
        { card: 'eth2', ...leased('2001:db8:0:1013::7/64') },
      ],
    }),
    image: 'bios',
    refusals: [],
    plan: { mode: 'dhcp', onlink: false, ipv6Addresses: [], ipv6Gateway: null, ipv6FromMac: true },
  },
];

function oracle(changes: Partial<Facts>): Facts {
  return machine({
    dmi: 'QEMU / Standard PC (i440FX + PIIX, 1996)',
    firmware: 'uefi',
    disks: [disk('sda', 'virtio-scsi')],
    nic: card('virtio_net', { mtu: 9000 }),
    route4: byDhcp('10.0.0.1'),
    addresses4: [leased('10.0.0.5/24')],
    ...changes,
  });
}
