import type { DriverName } from '@casement/windows-image/registry/image-drivers.js';
import type { ImageRequirements } from './requirements.js';

/** Windows driver by disk bus (names of vps/facts.sh). */
const FOR_DISK: Record<string, DriverName> = {
  'virtio-blk': 'viostor',
  'virtio-scsi': 'vioscsi',
  sata: 'storahci',
  nvme: 'stornvme',
};

/** Windows driver by Linux module of the network card. */
const FOR_CARD: Record<string, DriverName> = {
  virtio_net: 'netkvm',
  e1000e: 'e1000e',
  ena: 'ena',
  gve: 'gvnic',
};

/** Drivers of images imported before drivers were detected: every image had to have them. */
const ASSUMED: readonly string[] = ['viostor', 'vioscsi', 'storahci', 'stornvme', 'netkvm'];

export const hasDiskDriver = (image: ImageRequirements, bus: string): boolean =>
  has(image, FOR_DISK[bus]);

export const hasCardDriver = (image: ImageRequirements, module: string): boolean =>
  has(image, FOR_CARD[module]);

const has = ({ drivers = ASSUMED }: ImageRequirements, driver: DriverName | undefined): boolean =>
  driver !== undefined && drivers.includes(driver);

/** Union of the drivers; `undefined` (unknown) if there are no images. */
export const driversOfAny = (images: readonly ImageRequirements[]): string[] | undefined =>
  images.length === 0
    ? undefined
    : [...new Set(images.flatMap(({ drivers = ASSUMED }) => drivers))];
