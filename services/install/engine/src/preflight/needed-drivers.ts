import type { DriverName } from '@casement/windows-image/registry/image-drivers.js';
import type { ImageRequirements } from './requirements.js';

/** What Windows needs for a disk on this bus, by the names of vps/facts.sh. */
const FOR_DISK: Record<string, DriverName> = {
  'virtio-blk': 'viostor',
  'virtio-scsi': 'vioscsi',
  sata: 'storahci',
  nvme: 'stornvme',
};

/** And for a network card that Linux drives by this module. */
const FOR_CARD: Record<string, DriverName> = {
  virtio_net: 'netkvm',
  e1000e: 'e1000e',
  ena: 'ena',
  gve: 'gvnic',
};

/** Of an image that was imported before its drivers were looked for: what every image had to have. */
const ASSUMED: readonly string[] = ['viostor', 'vioscsi', 'storahci', 'stornvme', 'netkvm'];

export const hasDiskDriver = (image: ImageRequirements, bus: string): boolean =>
  has(image, FOR_DISK[bus]);

export const hasCardDriver = (image: ImageRequirements, module: string): boolean =>
  has(image, FOR_CARD[module]);

const has = ({ drivers = ASSUMED }: ImageRequirements, driver: DriverName | undefined): boolean =>
  driver !== undefined && drivers.includes(driver);

/** Every driver that at least one of them has; undefined, as of an unknown image, where there are none. */
export const driversOfAny = (images: readonly ImageRequirements[]): string[] | undefined =>
  images.length === 0
    ? undefined
    : [...new Set(images.flatMap(({ drivers = ASSUMED }) => drivers))];
