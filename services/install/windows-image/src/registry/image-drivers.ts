import { HiveUnreadable, type Hive } from './hive.js';

/** Services that the boot loader must start: Windows can start only from a disk behind one of them. */
const STORAGE = ['viostor', 'vioscsi', 'storahci', 'stornvme'] as const;

/** Network cards by their devices: Windows installs these at its first start, if it has them somewhere. */
const NETWORK = {
  netkvm: ['VEN_1AF4&DEV_1000', 'VEN_1AF4&DEV_1041'],
  // The card that QEMU and its hypervisors show by this name.
  e1000e: ['VEN_8086&DEV_10D3'],
  ena: ['VEN_1D0F&DEV_EC20'],
  gvnic: ['VEN_1AE0&DEV_0042'],
} as const;

const BOOT_START = 0;

/** What an image has for the machines that Casement converts, as it stands in the image's manifest. */
export type DriverName = (typeof STORAGE)[number] | keyof typeof NETWORK;

export interface DriverPlaces {
  system: Hive;
  /** Where Windows 8 and later list all drivers but those for booting; older ones have none. */
  drivers: Hive | null;
  /** Files in a folder of the image's DevicePath, in lower case. */
  staged: ReadonlySet<string>;
}

/**
 * Which drivers an image can use: for a disk, what the boot loader starts; for a card, what is installed, listed in the
 * driver database, or lies where Windows looks for drivers at its first start.
 *
 * `StartOverride`, by which Windows leaves out a boot driver that it did not need, counts for one machine only (its values
 * are named by the numbers of `HardwareConfig`), and a customer's is always another.
 *
 * @returns always in the same order: the image's name depends on it
 * @throws HiveUnreadable, also where it is a hive of something else
 */
export function readImageDrivers({ system, drivers, staged }: DriverPlaces): DriverName[] {
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
    (name) => services.has(name) || staged.has(`${name}.inf`) || isListed(NETWORK[name]),
  );
  return [...startsWindows, ...cards];
}

/** The control set that Windows starts with; CurrentControlSet exists only while it runs. */
export function controlSet(system: Hive): string {
  const current = system.key('Select')?.number('Current') ?? 1;
  return `ControlSet${String(current).padStart(3, '0')}`;
}
