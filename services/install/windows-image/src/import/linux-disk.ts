import { ImageRefused } from '../image-failures.js';
import type { ImageManifest } from '../store/manifest.js';
import type { DiskReader } from '../volumes/disk-reader.js';
import { fatHasFile } from '../volumes/fat-volume.js';
import { readPartitions, TABLE_BYTES } from '../volumes/partitions.js';

const BIOS_BOOT = '21686148-6449-6e6f-744e-656564454649';
const EFI_SYSTEM = 'c12a7328-f81f-11d2-ba4b-00a0c93ec93b';
const LOADER = 'EFI/BOOT/BOOTX64.EFI';
/** Size of the boot code in the first sector. */
const BOOT_CODE_BYTES = 440;

/** Room behind the image for the settings that cloud-init reads, and for the copy of the partition table. */
export const SETTINGS_BYTES = 8 * 2 ** 20;

/**
 * Returns the firmware by which a cloud image of Linux boots: BIOS by its boot code and BIOS boot partition, UEFI by
 * the loader on its EFI system partition.
 * @throws ImageRefused if it has no GPT or boots by neither
 */
export async function linuxFirmware(
  disk: DiskReader,
): Promise<NonNullable<ImageManifest['linux']>['firmware']> {
  const head = await disk.read(0, TABLE_BYTES);
  const table = readPartitions(head);
  if (table?.kind !== 'gpt') throw new ImageRefused('LINUX_NO_GPT');
  const hasBootCode = head.subarray(0, BOOT_CODE_BYTES).some((byte) => byte !== 0);
  const isBios = hasBootCode && table.partitions.some(({ type }) => type === BIOS_BOOT);
  const system = table.partitions.find(({ type }) => type === EFI_SYSTEM);
  const isUefi = system !== undefined && (await fatHasFile(disk, system.offset, LOADER));
  if (!isBios && !isUefi) throw new ImageRefused('LINUX_NO_LOADER');
  return [...(isBios ? (['bios'] as const) : []), ...(isUefi ? (['uefi'] as const) : [])];
}
