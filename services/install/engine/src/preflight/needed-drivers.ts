import type { DriverName } from '@casement/windows-image/registry/image-drivers.js';
import type { DiskFacts } from '../machine/facts.js';
import type { ImageRequirements } from './requirements.js';

/**
 * Windows drivers by disk bus (names from vps/facts.sh). Each alternative lists the drivers that are needed together.
 */
const FOR_DISK: Record<string, DriverName[][]> = {
  'virtio-blk': [['viostor']],
  'virtio-scsi': [['vioscsi']],
  sata: [['storahci']],
  nvme: [['stornvme']],
  ide: [
    ['intelide', 'atapi'],
    ['pciide', 'atapi'],
  ],
};

/** Windows driver by the controller's Linux module, for buses with several kinds of controllers. */
const FOR_CONTROLLER: Record<string, DriverName[][]> = {
  mptsas: [['lsi_sas']],
  megaraid_sas: [['megasas'], ['megasas2i']],
  vmw_pvscsi: [['pvscsi']],
};

/** Windows driver by the network card's Linux module. */
const FOR_CARD: Record<string, DriverName> = {
  virtio_net: 'netkvm',
  e1000e: 'e1000e',
  ena: 'ena',
  gve: 'gvnic',
  e1000: 'e1000',
  igb: 'igb',
  '8139cp': 'rtl8139',
  '8139too': 'rtl8139',
  pcnet32: 'pcnet',
  e100: 'i82551',
  vmxnet3: 'vmxnet3',
  mlx5_core: 'mlx5',
  mlx4_core: 'mlx4',
  mlx4_en: 'mlx4',
  ixgbevf: 'ixgbevf',
  iavf: 'iavf',
  // Name of the iavf driver before Linux 4.20.
  i40evf: 'iavf',
};

/** Drivers of images imported before drivers were detected; every image had to have them. */
const ASSUMED: readonly string[] = ['viostor', 'vioscsi', 'storahci', 'stornvme', 'netkvm'];

export function hasDiskDriver(image: ImageRequirements, { bus, modules }: DiskFacts): boolean {
  const byController = modules.flatMap((module) => FOR_CONTROLLER[module] ?? []);
  const ways = FOR_DISK[bus] ?? (bus === 'scsi' ? byController : []);
  return ways.some((drivers) => drivers.every((driver) => has(image, driver)));
}

/** Whether the image has no driver for this bus. False for buses with several kinds of controllers. */
export const lacksDiskDriver = (image: Pick<ImageRequirements, 'drivers'>, bus: string): boolean =>
  bus in FOR_DISK && !FOR_DISK[bus]!.some((drivers) => drivers.every((one) => has(image, one)));

export const hasCardDriver = (image: ImageRequirements, module: string): boolean =>
  has(image, FOR_CARD[module]);

const has = (
  { drivers = ASSUMED }: Pick<ImageRequirements, 'drivers'>,
  driver: DriverName | undefined,
): boolean => driver !== undefined && drivers.includes(driver);

/** Returns the union of the drivers; `undefined` (unknown) if there are no images. */
export const driversOfAny = (images: readonly ImageRequirements[]): string[] | undefined =>
  images.length === 0
    ? undefined
    : [...new Set(images.flatMap(({ drivers = ASSUMED }) => drivers))];

/** Returns the processor features that every image requires. */
export const processorOfAll = (images: readonly ImageRequirements[]): string[] =>
  (images[0]?.processor ?? []).filter((feature) =>
    images.every(({ processor = [] }) => processor.includes(feature)),
  );
