import { ImageRefused } from '../image-failures.js';
import { checkContract } from './check-contract.js';
import type { DiskReader } from './disk-reader.js';
import { finding, type Finding } from './findings.js';
import { NtfsUnreadable } from './ntfs-volume.js';

/**
 * What an image has to pass before any customer can choose it: all that check-image refuses is refused here too.
 *
 * @throws ImageRefused NO_WINDOWS, or CONTRACT_REFUSED with everything that is wrong
 */
export async function requireContract(disk: DiskReader): Promise<void> {
  const refused = (await findingsOf(disk)).filter(({ result }) => result === 'refused');
  if (refused.length === 0) return;
  const missing = refused.find(({ code }) => code === 'WINDOWS' || code === 'REGISTRY');
  const named = missing ? [missing] : refused;
  throw new ImageRefused(missing ? 'NO_WINDOWS' : 'CONTRACT_REFUSED', {
    why: named.map(({ message }) => message).join(' '),
    cure: named.map(({ cure }) => cure).join(' '),
  });
}

/** A file system that leads nowhere is an inconsistent one. */
async function findingsOf(disk: DiskReader): Promise<Finding[]> {
  try {
    return await checkContract(disk);
  } catch (error) {
    // A RangeError is an offset or a length that leads out of what was read.
    const { name } = error as Error;
    if (!(error instanceof NtfsUnreadable) && name !== 'RangeError') throw error;
    return [finding('CONSISTENT', 'refused', { why: 'it cannot be read' })];
  }
}
