import { HiveUnreadable, type Hive } from './hive.js';

/** Boot-start services; Windows can boot only from a disk behind one of them. */
const STORAGE = [
  'viostor',
  'vioscsi',
  'storahci',
  'stornvme',
  // IDE needs the drivers of the controller and of the channels.
  'intelide',
  'pciide',
  'atapi',
  'lsi_sas',
  'megasas',
  'megasas2i',
  'pvscsi',
] as const;

/** Network cards by device id. Windows installs these at its first start if the driver is available. */
const NETWORK = {
  netkvm: ['VEN_1AF4&DEV_1000', 'VEN_1AF4&DEV_1041'],
  // Card emulated under this name by QEMU and related hypervisors.
  e1000e: ['VEN_8086&DEV_10D3'],
  ena: ['VEN_1D0F&DEV_EC20'],
  gvnic: ['VEN_1AE0&DEV_0042'],
  // Other cards emulated by QEMU; 100F is VMware's.
  e1000: ['VEN_8086&DEV_100E', 'VEN_8086&DEV_100F'],
  igb: ['VEN_8086&DEV_10C9'],
  rtl8139: ['VEN_10EC&DEV_8139'],
  pcnet: ['VEN_1022&DEV_2000'],
  i82551: ['VEN_8086&DEV_1209'],
  vmxnet3: ['VEN_15AD&DEV_07B0'],
  // Virtual functions of the host's card.
  mlx5: ['VEN_15B3&DEV_1016', 'VEN_15B3&DEV_1018', 'VEN_15B3&DEV_101A', 'VEN_15B3&DEV_101E'],
  mlx4: ['VEN_15B3&DEV_1004'],
  ixgbevf: ['VEN_8086&DEV_10ED', 'VEN_8086&DEV_1515'],
  iavf: ['VEN_8086&DEV_1889', 'VEN_8086&DEV_154C'],
} as const;

/** Services whose name differs from the driver name above. */
const SERVICE: Partial<Record<keyof typeof NETWORK, string>> = {
  e1000: 'e1g60',
  igb: 'e1rexpress',
};

const BOOT_START = 0;

export type DriverName = (typeof STORAGE)[number] | keyof typeof NETWORK;

export interface DriverLocations {
  system: Hive;
  /** Driver database of Windows 8 and later. */
  drivers: Hive | null;
  /** Files in a folder of the image's DevicePath, in lower case. */
  staged: ReadonlySet<string>;
}

/**
 * Returns the usable drivers of an image. Disk drivers must be boot-start services. Network drivers must be
 * installed, in the driver database, or in a folder that Windows searches at its first start.
 *
 * `StartOverride`, which disables boot drivers that were not needed, applies to a single machine (its values are
 * numbers of `HardwareConfig`), and a customer's machine is always a different machine.
 * @returns drivers in a stable order because the image's name depends on it
 * @throws HiveUnreadable, also for a hive of another kind
 */
export function readImageDrivers({ system, drivers, staged }: DriverLocations): DriverName[] {
  const listed = system.key(`${controlSet(system)}\\Services`);
  if (!listed) throw new HiveUnreadable('it lists no services');
  const services = new Map(listed.children().map((key) => [key.name.toLowerCase(), key]));
  const devices = [system, drivers].flatMap((hive) =>
    (hive?.key('DriverDatabase\\DeviceIds\\PCI')?.children() ?? [])
      .filter(({ valueCount }) => valueCount > 0)
      .map(({ name }) => name.toUpperCase()),
  );
  const isListed = (ids: readonly string[]) =>
    ids.some((id) => devices.some((device) => device.startsWith(id)));
  const startsWindows = STORAGE.filter(
    (name) => services.get(name)?.number('Start') === BOOT_START,
  );
  const cards = (Object.keys(NETWORK) as (keyof typeof NETWORK)[]).filter(
    (name) =>
      services.has(SERVICE[name] ?? name) || staged.has(`${name}.inf`) || isListed(NETWORK[name]),
  );
  return [...startsWindows, ...cards];
}

/** Returns the control set that Windows boots with. CurrentControlSet exists only at run time. */
export function controlSet(system: Hive): string {
  const current = system.key('Select')?.number('Current') ?? 1;
  return `ControlSet${String(current).padStart(3, '0')}`;
}
