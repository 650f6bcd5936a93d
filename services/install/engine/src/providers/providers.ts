import { PROVIDERS, type ProviderId, type ProviderText } from '@casement/proto/texts/providers.js';

export interface Provider extends ProviderText {
  /** Words in the machine's DMI in lower case. Empty if DMI shows only the virtualization software (`SOFTWARE`). */
  dmi: string[];
  /** Hypervisor of machines whose DMI contains these words. */
  hypervisor: Hypervisor;
  /** Firmware (BIOS or UEFI), and whether the kernel is supplied from outside. */
  boot: Fact[];
  disk: Fact[];
  card: Fact[];
  /** DHCP or static, off-subnet gateways, IPv6 and additional addresses. */
  network: Fact[];
  /** Initial account and its credentials. */
  signIn: Fact[];
  /** Features of the panel: firewall, rescue system, console, kernels. */
  panel: Fact[];
}

export type Hypervisor = 'kvm' | 'hyperv' | 'xen' | 'none' | 'other';

/** Statement about a provider. `source` is `null` if no document was found and the fact is only commonly reported. */
export interface Fact {
  statement: string;
  source: string | null;
}

const fact = (statement: string, source: string): Fact[] => [{ statement, source }];
const unsourced = (statement: string): Fact[] => [{ statement, source: null }];

const LINODE = 'https://www.linode.com/docs/products/compute/compute-instances/guides';
const OVH =
  'https://github.com/ovh/docs/blob/develop/pages/bare_metal_cloud/virtual_private_servers';
const OCI_LAUNCH =
  'https://docs.oracle.com/en-us/iaas/tools/dotnet/latest/api/Oci.CoreService.Models.LaunchOptions.html';
const SCALEWAY = 'https://www.scaleway.com/en/docs/instances';

const HARDWARE: Record<ProviderId, Omit<Provider, keyof ProviderText>> = {
  digitalocean: {
    dmi: ['digitalocean'],
    hypervisor: 'kvm',
    boot: fact(
      'BIOS; a kernel chosen in the panel (or its GrubLoader) starts legacy Droplets only',
      'https://www.digitalocean.com/community/questions/my-droplet-not-start-automatically-always-go-recovery-mode',
    ),
    disk: fact(
      'virtio (vda); beside it a small configuration disk (vdb, iso9660)',
      'https://noteed.com/not-os/digital-ocean.html',
    ),
    card: unsourced('virtio'),
    network: [
      ...unsourced('static, with the gateway inside, beside an anchor address of its own network'),
      ...fact(
        'IPv6 static, up to 16 addresses',
        'https://docs.digitalocean.com/products/networking/ipv6/details/limits',
      ),
    ],
    signIn: fact(
      'root by password where no SSH key was chosen; the panel resets it',
      'https://docs.digitalocean.com/products/droplets/details/policies',
    ),
    panel: fact(
      'traffic that does not match the Droplet’s address and MAC is dropped',
      'https://docs.digitalocean.com/products/droplets/details/limits/',
    ),
  },
  google: {
    dmi: ['google'],
    hypervisor: 'kvm',
    boot: unsourced('UEFI, from its disk'),
    disk: fact(
      'SCSI (virtio-scsi) for most machine types, NVMe in certain configurations',
      'https://docs.cloud.google.com/dotnet/docs/reference/Google.Cloud.Compute.V1/latest/Google.Cloud.Compute.V1.AttachedDisk.Types.Interface',
    ),
    card: fact(
      'virtio for the first and second generation; gVNIC for the third and newer, Arm and Confidential VMs',
      'https://cloud.google.com/compute/docs/networking/using-gvnic',
    ),
    network: [
      ...fact(
        'packets of 1460 bytes by default',
        'https://stromasys.atlassian.net/wiki/spaces/DocGCPGS/pages/92005672649132/Network+Interface+Management',
      ),
      ...unsourced('DHCP: the private address alone, a /32 with its gateway outside'),
    ],
    signIn: unsourced('by SSH key, as a user with sudo'),
    panel: fact(
      'firewall rules of the VPC',
      'https://cloud.google.com/compute/docs/networking/network-overview',
    ),
  },
  aws: {
    dmi: ['amazon ec2'],
    hypervisor: 'kvm',
    boot: fact(
      'BIOS by default on Intel and AMD, UEFI where the AMI asks for it',
      'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ami-boot.html',
    ),
    disk: fact(
      'NVMe on the Nitro System',
      'https://docs.aws.amazon.com/AWSEC2/latest/WindowsGuide/nvme-ebs-volumes.html',
    ),
    card: fact(
      'ENA on all Nitro types; older types run on Xen',
      'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/enhanced-networking.html',
    ),
    network: [
      ...fact(
        'packets of 9001 bytes inside the VPC, of 1500 to the internet',
        'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/network_mtu.html',
      ),
      ...unsourced('DHCP: the private address alone'),
    ],
    signIn: unsourced('by SSH key, as ec2-user, ubuntu or admin, with sudo'),
    panel: fact(
      'security groups, which let no ICMP in by default',
      'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/network_mtu.html',
    ),
  },
  azure: {
    dmi: ['microsoft corporation', '7783-7084-3265-9085-8269-3286-77'],
    hypervisor: 'hyperv',
    boot: fact(
      'generation 1: BIOS, generation 2: UEFI',
      'https://learn.microsoft.com/en-us/azure/virtual-machines/generation-2',
    ),
    disk: fact(
      'Hyper-V’s own; generation 1: IDE, generation 2: SCSI',
      'http://gyansangrah.com/gyansangrah/article/difference_between_the_generation_one_and_generation_two_virtual_machines',
    ),
    card: fact(
      'Hyper-V’s own (hv_netvsc)',
      'https://github.com/MicrosoftDocs/SupportArticles-docs/blob/main/support/azure/virtual-machines/linux/linux-hyperv-issue.md',
    ),
    network: unsourced('DHCP'),
    signIn: unsourced('as the user that was named, by password or SSH key'),
    panel: unsourced('network security groups'),
  },
  linode: {
    dmi: ['akamai', 'linode'],
    hypervisor: 'kvm',
    boot: fact(
      'Linode’s GRUB 2 reads grub.cfg from a disk that needs no boot loader (the default), or a kernel of Linode’s, or “Direct Disk”: the MBR of the disk',
      `${LINODE}/manage-the-kernel/`,
    ),
    disk: [
      ...fact(
        'virtio-scsi, IDE with full virtualization; a swap disk beside it is common',
        `${LINODE}/configuration-profiles/`,
      ),
      ...fact(
        'partitioned only where a system was installed on a raw disk',
        `${LINODE}/install-a-custom-distribution/`,
      ),
    ],
    card: fact('virtio (e1000 with full virtualization)', `${LINODE}/configuration-profiles/`),
    network: fact(
      'static by its helper, or DHCP; IPv6 announced (SLAAC, without privacy extensions), further ranges static',
      `${LINODE}/manual-network-configuration/`,
    ),
    signIn: unsourced('root by password'),
    panel: fact(
      'rescue mode, two consoles (Lish, Glish), a watchdog (Lassie), helpers that change files on the disk',
      `${LINODE}/install-a-custom-distribution/`,
    ),
  },
  vultr: {
    dmi: ['vultr'],
    hypervisor: 'kvm',
    boot: unsourced('BIOS, from its disk'),
    disk: unsourced('virtio (vda)'),
    card: unsourced('virtio'),
    network: fact(
      'DHCP; IPv6 announced; further addresses static beside it, a private network on a second card',
      'https://github.com/canonical/cloud-init/blob/main/cloudinit/sources/helpers/vultr.py',
    ),
    signIn: fact(
      'root by password',
      'https://github.com/canonical/cloud-init/blob/main/cloudinit/sources/helpers/vultr.py',
    ),
    panel: unsourced('firewall groups, console, ISO'),
  },
  hetzner: {
    dmi: ['hetzner'],
    hypervisor: 'kvm',
    boot: unsourced('BIOS, from its disk'),
    disk: unsourced('virtio-scsi (sda)'),
    card: fact('virtio', 'https://gist.github.com/642efb4e0f4da255382bc299ec65ce83'),
    network: [
      ...fact(
        'a /32 with the gateway 172.31.1.1 outside (by DHCP as delivered)',
        'https://gist.github.com/642efb4e0f4da255382bc299ec65ce83',
      ),
      ...fact(
        'IPv6 static (::1/64) behind fe80::1',
        'https://stanislas.blog/2019/08/fix-ipv6-hetzner-cloud',
      ),
      ...fact(
        'floating addresses by hand',
        'https://wiki.hetzner.de/index.php?title=CloudServer/en&oldid=28682',
      ),
    ],
    signIn: unsourced('root by SSH key, else by the password of an email'),
    panel: fact(
      'a server may be without a public IPv4; addresses change only while it is off',
      'https://docs.hetzner.com/cloud/servers/primary-ips/faq',
    ),
  },
  hetznerDedicated: {
    dmi: [],
    hypervisor: 'none',
    boot: unsourced('BIOS or UEFI, from its disks'),
    disk: unsourced('SATA or NVMe, two of them, RAID 1 by the installer'),
    card: unsourced('Intel or Realtek'),
    network: fact(
      'a /32 by hand with an on-link gateway; IPv6 static (::2/64) behind fe80::1',
      'https://docs.hetzner.com/robot/dedicated-server/network/net-config-debian-ubuntu',
    ),
    signIn: unsourced('root by password or SSH key'),
    panel: fact(
      'a rescue system, and one that shows the disk in a virtual machine (vKVM)',
      'https://docs.hetzner.com/de/robot/dedicated-server/virtualization/vkvm',
    ),
  },
  ovh: {
    dmi: ['openstack'],
    hypervisor: 'kvm',
    boot: fact(
      'from its disk (LOCAL), or the rescue mode of the panel',
      `${OVH}/starting_with_a_vps/guide.en-gb.md`,
    ),
    disk: unsourced('virtio-scsi (sda)'),
    card: unsourced('virtio'),
    network: [
      ...fact(
        'a /32 by DHCP with its gateway outside',
        'https://blog.laxis.it/static-ipv4-ipv6-netplan-ovh-vps/',
      ),
      ...fact(
        'IPv6 static, a /128 with its gateway outside',
        `${OVH}/configure-ipv6/guide.en-gb.md`,
      ),
    ],
    signIn: fact(
      'a user named after the system (ubuntu, rocky), by password and with sudo; root may not sign in',
      `${OVH}/starting_with_a_vps/guide.en-gb.md`,
    ),
    panel: fact('KVM console, rescue mode', `${OVH}/starting_with_a_vps/guide.en-gb.md`),
  },
  contabo: {
    dmi: [],
    hypervisor: 'kvm',
    boot: unsourced('BIOS, from its disk'),
    disk: unsourced('virtio-scsi (sda)'),
    card: unsourced('virtio'),
    network: unsourced('static, with the gateway inside; IPv6 static behind fe80::1'),
    signIn: fact(
      'root by the password of an email; the panel sets a new one',
      'https://help.contabo.com/',
    ),
    panel: fact('VNC', 'https://help.contabo.com/'),
  },
  oracle: {
    dmi: ['oraclecloud.com'],
    hypervisor: 'kvm',
    boot: fact(
      'UEFI by default, BIOS where the image asks for it',
      'https://docs.oracle.com/en-us/iaas/Content/Compute/Tasks/configuringimagecapabilities.htm',
    ),
    disk: fact(
      'paravirtualized by default (virtio-scsi); iSCSI, SCSI or IDE by choice',
      OCI_LAUNCH,
    ),
    card: fact(
      'paravirtualized (virtio), a virtual function of the host’s card (VFIO), or e1000',
      OCI_LAUNCH,
    ),
    network: unsourced('DHCP, the private address alone is on the machine'),
    signIn: fact(
      'opc or ubuntu, by SSH key, with sudo',
      'https://cloud.nyquist.eu/oci/oci-compute',
    ),
    panel: fact(
      'security lists let in only SSH by default',
      'https://cloud.nyquist.eu/oci/oci-compute',
    ),
  },
  scaleway: {
    dmi: ['scaleway'],
    hypervisor: 'kvm',
    boot: fact('local boot (the default), or a rescue image', `${SCALEWAY}/how-to/use-boot-modes/`),
    disk: fact(
      'virtio, on a hypervisor based on KVM',
      `${SCALEWAY}/reference-content/creating-a-windows-golden-image/`,
    ),
    card: fact('virtio', `${SCALEWAY}/reference-content/creating-a-windows-golden-image/`),
    network: unsourced('a routed /32 by DHCP with its gateway outside; IPv6 announced'),
    signIn: fact('by the SSH key of the account', `${SCALEWAY}/how-to/use-boot-modes/`),
    panel: fact(
      'security groups; protected instances cannot be restarted',
      `${SCALEWAY}/concepts/`,
    ),
  },
  upcloud: {
    dmi: ['upcloud'],
    hypervisor: 'kvm',
    boot: unsourced('BIOS, from its disk'),
    disk: unsourced('virtio (vda)'),
    card: unsourced('virtio'),
    network: fact(
      'a card for each address: public IPv4 by DHCP, the utility network by DHCP, IPv6 announced on a third (SLAAC, without privacy extensions)',
      'https://developers.upcloud.com/1.3/10-ip-addresses/',
    ),
    signIn: unsourced('root by SSH key'),
    panel: unsourced('firewall, console'),
  },
  ionos: {
    dmi: [],
    hypervisor: 'kvm',
    boot: unsourced('from its disk'),
    disk: unsourced('virtio'),
    card: unsourced('virtio'),
    network: fact(
      'by DHCP; addresses may be changed, MAC addresses not',
      'https://docs.ionos.com/cloud/~/revisions/1AlFSZBNMIBgs7fiOwFD/compute/networks/overview',
    ),
    signIn: unsourced('root by password'),
    panel: fact(
      'a firewall that is always on and denies all but its rules; for Linux these are 22 and 8443',
      'https://www.ionos.co.uk/help/server-cloud-infrastructure/firewall-policies/notes-on-the-external-firewall/',
    ),
  },
  alibaba: {
    dmi: ['alibaba cloud'],
    hypervisor: 'kvm',
    boot: fact(
      'BIOS or UEFI, by instance type and image, fixed at creation',
      'https://www.alibabacloud.com/help/en/ecs/user-guide/instance-startup-mode',
    ),
    disk: unsourced('virtio (vda), NVMe on newer types'),
    card: unsourced('virtio'),
    network: unsourced('DHCP, the private address alone is on the machine'),
    signIn: unsourced('root by password or SSH key'),
    panel: unsourced('security groups'),
  },
};

export const PROVIDER_TABLE = Object.fromEntries(
  Object.entries(PROVIDERS).map(([id, text]: [string, ProviderText]) => [
    id,
    { ...text, ...HARDWARE[id as ProviderId] },
  ]),
) as Record<ProviderId, Provider>;

const TABLE = Object.values(PROVIDER_TABLE);

/** Virtualization software by its words in DMI, also for providers that are not in the table. */
const SOFTWARE: { dmi: string[]; hypervisor: Hypervisor; name: string }[] = [
  { dmi: ['xen', 'domu'], hypervisor: 'xen', name: 'Xen' },
  { dmi: ['vmware'], hypervisor: 'other', name: 'vmware' },
  { dmi: ['virtualbox', 'innotek'], hypervisor: 'other', name: 'virtualbox' },
  { dmi: ['bhyve'], hypervisor: 'other', name: 'bhyve' },
  { dmi: ['parallels'], hypervisor: 'other', name: 'parallels' },
  {
    dmi: ['qemu', 'kvm', 'bochs', 'seabios', 'red hat', 'ovirt', 'rhev', 'nutanix', 'proxmox'],
    hypervisor: 'kvm',
    name: 'kvm',
  },
  {
    dmi: ['cloudstack', 'virtuozzo', 'openstack', 'tencent', 'huawei', 'exoscale', 'hostinger'],
    hypervisor: 'kvm',
    name: 'kvm',
  },
];

const hasWord = (text: string, words: readonly string[]): boolean =>
  words.some((word) => new RegExp(`(?<![a-z])${word}(?![a-z]{3})`).test(text));

/**
 * Returns the hypervisor according to DMI, from the virtualization software or otherwise the provider; `null` if
 * neither is known.
 */
export function hypervisorByDmi(dmi: string): { hypervisor: Hypervisor; name: string } | null {
  const text = dmi.toLowerCase();
  const software = SOFTWARE.filter(({ dmi: words }) => hasWord(text, words));
  // SeaBIOS also occurs under Xen, so any sign of another hypervisor takes precedence over KVM.
  const refused = software.find(({ hypervisor }) => hypervisor !== 'kvm');
  if (refused) return refused;
  const provider = TABLE.find(({ dmi: words }) => hasWord(text, words));
  return (
    software[0] ?? (provider ? { hypervisor: provider.hypervisor, name: provider.name } : null)
  );
}
