import type { Hive } from './hive.js';

/** The drivers that a machine of a provider may need, by the devices that they are for. */
const KNOWN = {
  viostor: ['VEN_1AF4&DEV_1001', 'VEN_1AF4&DEV_1042'],
  vioscsi: ['VEN_1AF4&DEV_1004', 'VEN_1AF4&DEV_1048'],
  netkvm: ['VEN_1AF4&DEV_1000', 'VEN_1AF4&DEV_1041'],
  stornvme: ['CC_0108'],
  e1000e: ['VEN_8086&DEV_10D3'],
  ena: ['VEN_1D0F&DEV_EC20'],
  gvnic: ['VEN_1AE0&DEV_0042'],
} as const;

export type DriverName = keyof typeof KNOWN;

export interface ImageDriver {
  name: DriverName;
  /** An INF of the image says that it drives the device. */
  isKnown: boolean;
  /** Its service is started by the boot loader: only so Windows can start from a disk behind it. */
  isBootDriver: boolean;
}

const BOOT_START = 0;

/**
 * Which of them an image brings, as its registry has it.
 *
 * @param system the image's SYSTEM hive
 * @param drivers its DRIVERS hive, where Windows 8 and later list all but the drivers for booting
 * @throws HiveUnreadable
 */
export function readImageDrivers(system: Hive, drivers: Hive | null): ImageDriver[] {
  const devices = [system, drivers].flatMap((hive) =>
    (hive?.key('DriverDatabase\\DeviceIds\\PCI')?.children() ?? [])
      .filter((key) => key.values().length > 0)
      .map(({ name }) => name.toUpperCase()),
  );
  const services = system.key(`${controlSet(system)}\\Services`);
  return (Object.keys(KNOWN) as DriverName[]).map((name) => ({
    name,
    isKnown: KNOWN[name].some((id) => devices.some((device) => device.startsWith(id))),
    isBootDriver: services?.child(name)?.number('Start') === BOOT_START,
  }));
}

/** The control set that Windows starts with; CurrentControlSet exists only while it runs. */
export function controlSet(system: Hive): string {
  const current = system.key('Select')?.number('Current') ?? 1;
  return `ControlSet${String(current).padStart(3, '0')}`;
}
