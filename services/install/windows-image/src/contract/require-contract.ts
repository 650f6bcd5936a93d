import { ImageRefused } from '../image-failures.js';
import { checkContract } from './check-contract.js';
import type { DriverName } from '../registry/image-drivers.js';
import type { DiskReader } from '../volumes/disk-reader.js';

/**
 * What an image has to pass before any customer can choose it: all that check-image refuses is refused here too.
 *
 * @returns the drivers that Windows can use in it; null where it does not tell
 * @throws ImageRefused NO_WINDOWS, or CONTRACT_REFUSED with everything that is wrong
 */
export async function requireContract(disk: DiskReader): Promise<DriverName[] | null> {
  const { findings, drivers } = await checkContract(disk);
  const refused = findings.filter(({ result }) => result === 'refused');
  if (refused.length === 0) return drivers;
  const missing = refused.find(({ code }) => code === 'WINDOWS' || code === 'REGISTRY');
  const named = missing ? [missing] : refused;
  throw new ImageRefused(missing ? 'NO_WINDOWS' : 'CONTRACT_REFUSED', {
    why: named.map(({ message }) => message).join(' '),
    cure: named.map(({ cure }) => cure).join(' '),
  });
}
