/**
 * Provider information for customers: the specification's own providers first, then the ten most common others. The
 * hardware facts and their sources are in the engine's table (services/install/engine/src/providers), which extends
 * this one.
 */
export interface ProviderText {
  name: string;
  /**
   * Windows images that run there: every image with virtio drivers, only images with another driver or firmware, or
   * none.
   */
  image: 'any' | 'certain' | 'none';
  /**
   * Required image, or the reason why no image works; shown next to the name on the landing page. Absent for `any`.
   */
  note?: string;
  /** Setting to enable or enter before the first check. */
  before: string;
  /** Expected check result for a machine as sold, with an image that has only the virtio drivers. */
  verdict: 'accepted' | 'BOOT_EXTERNAL' | 'NIC_UNSUPPORTED' | 'VIRT_HYPERV' | 'VIRT_UNSUPPORTED';
  /** Provider-specific clause added to the remedy of a refusal, by code, without a full stop. */
  cures?: Record<string, string>;
}

export const PROVIDERS = {
  digitalocean: {
    name: 'Digital Ocean',
    image: 'any',
    before:
      'Choose a root password when you create the Droplet. A Droplet created with an SSH key has none, so enter that key under “Advanced”. Old Droplets whose kernel is chosen in the panel are not supported: create a new one.',
    verdict: 'accepted',
    cures: { BOOT_EXTERNAL: 'Old Digital Ocean Droplets must be recreated' },
  },
  google: {
    name: 'Google Cloud',
    image: 'certain',
    note: 'machines with gVNIC (third generation and newer) need an image with the gVNIC driver',
    before:
      'Choose a machine of the first or second generation (such as E2 or N2) with VirtIO as its network card, or a Windows version whose image has the gVNIC driver. Add an SSH key to the machine, then enter the key and its user under “Advanced”.',
    verdict: 'accepted',
  },
  aws: {
    name: 'AWS',
    image: 'certain',
    note: 'needs an image with the ENA driver',
    before:
      'Choose a Nitro type such as t3 (older ones run on Xen and are not supported), and a Windows version whose image has the ENA driver. Enter the instance’s key and user, such as ubuntu, under “Advanced”.',
    verdict: 'NIC_UNSUPPORTED',
    cures: { VIRT_XEN: 'On AWS, use a Nitro type such as t3' },
  },
  azure: {
    name: 'Azure',
    image: 'none',
    note: 'not supported yet because it runs on Hyper-V, not KVM',
    before: 'Neither machine generation is supported. Use another provider.',
    verdict: 'VIRT_HYPERV',
  },
  linode: {
    name: 'Linode (Akamai)',
    image: 'any',
    before:
      'Linode’s own images have no boot loader on their disk, so they are not supported. Install Debian with its own installer on a raw disk, set the kernel of the configuration profile to “Direct Disk”, assign no other disk, and leave the machine paravirtualized.',
    verdict: 'BOOT_EXTERNAL',
    cures: {
      BOOT_EXTERNAL:
        'On Linode, first install Debian with its own installer on a raw disk, with “Direct Disk” as the kernel',
    },
  },
  vultr: {
    name: 'Vultr',
    image: 'any',
    before: 'Nothing to do: use the root password from the panel.',
    verdict: 'accepted',
  },
  hetzner: {
    name: 'Hetzner Cloud',
    image: 'any',
    before:
      'Nothing to do. A server created with an SSH key may have no root password: enter that key under “Advanced”.',
    verdict: 'accepted',
  },
  hetznerDedicated: {
    name: 'Hetzner (dedicated servers)',
    image: 'none',
    note: 'not supported: they aren’t virtual machines',
    before: 'Dedicated servers are not supported. Use Hetzner Cloud.',
    verdict: 'VIRT_UNSUPPORTED',
  },
  ovh: {
    name: 'OVHcloud',
    image: 'any',
    before:
      'Root cannot sign in at first. Under “Advanced”, enter the user from the delivery email, such as ubuntu, and use its password. The boot mode must be LOCAL, not rescue.',
    verdict: 'accepted',
  },
  contabo: {
    name: 'Contabo',
    image: 'any',
    before:
      'Use the root password from the delivery email; “Reset credentials” in the panel sets a new one.',
    verdict: 'accepted',
  },
  oracle: {
    name: 'Oracle Cloud',
    image: 'certain',
    note: 'needs a Windows version for UEFI',
    before:
      'Create the instance with a paravirtualized network (not hardware-assisted), a paravirtualized boot volume and an Intel or AMD shape, and choose a Windows version for UEFI. Enter the instance’s key and user, opc or ubuntu, under “Advanced”.',
    verdict: 'accepted',
  },
  scaleway: {
    name: 'Scaleway',
    image: 'any',
    before: 'The boot mode must be “Use local boot”. Enter the account’s SSH key under “Advanced”.',
    verdict: 'accepted',
  },
  upcloud: {
    name: 'UpCloud',
    image: 'any',
    before: 'Leave the public network interface on DHCP.',
    verdict: 'accepted',
  },
  ionos: {
    name: 'IONOS',
    image: 'any',
    before:
      'The firewall policy is always on: it must allow port 22, for SSH and later for Windows.',
    verdict: 'accepted',
  },
  alibaba: {
    name: 'Alibaba Cloud',
    image: 'any',
    before:
      'The boot mode of the instance (BIOS or UEFI) is fixed when it is created: choose a Windows version for the same mode.',
    verdict: 'accepted',
  },
} as const satisfies Record<string, ProviderText>;

export type ProviderId = keyof typeof PROVIDERS;

const TABLE = Object.values<ProviderText>(PROVIDERS);

/** Providers whose machines are accepted as sold, with any image: "Digital Ocean, Vultr, … or OVHcloud". */
export const recommendedProviders: string = TABLE.filter(
  ({ image, verdict }) => image === 'any' && verdict === 'accepted',
)
  .slice(0, 4)
  .map(({ name }) => name)
  .join(', ')
  .replace(/, (?!.*, )/, ' or ');

/** Appends the provider-specific sentences for this code to a remedy. */
export const withProviderCures = (code: string, cure: string): string =>
  `${[cure, ...TABLE.flatMap(({ cures }) => cures?.[code] ?? [])].join('. ')}.`;
