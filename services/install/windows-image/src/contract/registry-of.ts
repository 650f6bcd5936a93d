import { Hive, HiveUnreadable, MAX_HIVE_BYTES } from '../registry/hive.js';
import { readImageDrivers, type DriverName } from '../registry/image-drivers.js';
import { readLanguages } from '../registry/display-languages.js';
import { readRelease, type WindowsRelease } from '../registry/windows-release.js';
import type { NtfsVolume } from '../volumes/ntfs-volume.js';

const HIVES = 'Windows/System32/config';

/** Registry of an image. `damaged`: Windows does not start. `unknown`: Windows may start. */
export type Registry =
  { state: 'read'; drivers: DriverName[] } | { state: 'damaged' | 'unknown'; why: string };

/** @param staged files in a folder of the image's DevicePath, in lower case */
export async function registryOf(
  volume: NtfsVolume,
  staged: ReadonlySet<string>,
): Promise<Registry> {
  const system = await openHive(volume, 'SYSTEM');
  if (!system) return { state: 'damaged', why: 'it is missing' };
  if (typeof system === 'string') return { state: 'damaged', why: system };
  const drivers = await openHive(volume, 'DRIVERS');
  if (typeof drivers === 'string') {
    return { state: 'unknown', why: `\\Windows\\System32\\config\\DRIVERS: ${drivers}` };
  }
  if (!system.isClean || drivers?.isClean === false) {
    return { state: 'unknown', why: 'the last changes of its registry are only in its log' };
  }
  try {
    return { state: 'read', drivers: readImageDrivers({ system, drivers, staged }) };
  } catch (error) {
    return { state: 'damaged', why: reasonOf(error) };
  }
}

/** Returns the release from the SOFTWARE hive; `null` if it cannot be read, which is no reason to reject an image. */
export const releaseOf = (volume: NtfsVolume): Promise<WindowsRelease | null> =>
  readHive(volume, 'SOFTWARE', readRelease);

/** Returns the display languages from the SYSTEM hive, the image's own first; empty if they cannot be read. */
export const languagesOf = async (volume: NtfsVolume): Promise<string[]> =>
  (await readHive(volume, 'SYSTEM', readLanguages)) ?? [];

async function readHive<T>(
  volume: NtfsVolume,
  name: string,
  read: (hive: Hive) => T | null,
): Promise<T | null> {
  const hive = await openHive(volume, name);
  if (!hive || typeof hive === 'string') return null;
  try {
    return read(hive);
  } catch (error) {
    reasonOf(error);
    return null;
  }
}

/**
 * Returns `null` if the hive is missing and a message if it is unusable. Windows may store its kernel compressed, but
 * never a hive.
 */
async function openHive(volume: NtfsVolume, name: string): Promise<Hive | string | null> {
  const bytes = await volume.readFile(`${HIVES}/${name}`, MAX_HIVE_BYTES + 1);
  if (!bytes) return null;
  try {
    return Hive.open(bytes);
  } catch (error) {
    return reasonOf(error);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof HiveUnreadable) return error.message;
  throw error;
}
