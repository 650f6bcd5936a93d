import { open } from 'node:fs/promises';
import { openDiskFile } from '../volumes/disk-reader.js';
import { ATTRIBUTE, attributesOf, withFixups, withoutFixups } from '../volumes/ntfs-record.js';
import { NtfsVolume } from '../volumes/ntfs-volume.js';
import { BuildRefused } from './build-refused.js';

const SYSTEM = sid(18);
const AUTHENTICATED_USERS = sid(11);
const ALL = 0x1f01ff;
const READ_AND_EXECUTE = 0x1200a9;

/** Owner SYSTEM with full control, read access for users, inherited by folders. */
const DESCRIPTOR = Buffer.concat([
  Buffer.from([1, 0, 0x04, 0x80, 20, 0, 0, 0, 20, 0, 0, 0, 0, 0, 0, 0, 32, 0, 0, 0]),
  SYSTEM,
  Buffer.from([2, 0, 48, 0, 2, 0, 0, 0]),
  allow(ALL, SYSTEM),
  allow(READ_AND_EXECUTE, AUTHENTICATED_USERS),
]);

/**
 * Revokes users' write access to files added from Linux. libntfs-3g grants "Everyone" all rights, so any user could
 * replace a driver that starts with Windows. The replacement descriptor has exactly the same length.
 * @param paths separated by `/`
 * @throws BuildRefused if a file has another descriptor, because its rights would remain unknown
 */
export async function protectFiles(volumeFile: string, paths: string[]): Promise<void> {
  const disk = await openDiskFile(volumeFile);
  const file = await open(volumeFile, 'r+');
  try {
    const volume = await NtfsVolume.open(disk, 0);
    for (const path of paths) {
      const entry = await volume.find(path);
      if (!entry) throw new BuildRefused(`${path} did not arrive on C:.`);
      const { offset, size } = volume.recordOffset(entry);
      const record = withoutFixups(await disk.read(offset, size), 'FILE');
      const descriptor =
        record && attributesOf(record).find(({ type }) => type === ATTRIBUTE.security);
      if (descriptor?.value?.length !== DESCRIPTOR.length) {
        throw new BuildRefused(
          `${path} has rights of its own on C:, so it would stay unknown who may change it.`,
        );
      }
      DESCRIPTOR.copy(descriptor.value);
      await file.write(withFixups(record!), 0, size, offset);
    }
  } finally {
    await file.close();
    await disk.close();
  }
}

/** Encodes the SID S-1-5-`id`. */
function sid(id: number): Buffer {
  return Buffer.from([1, 1, 0, 0, 0, 0, 0, 5, id, 0, 0, 0]);
}

function allow(rights: number, who: Buffer): Buffer {
  const entry = Buffer.from([0, 3, 20, 0, 0, 0, 0, 0]);
  entry.writeUInt32LE(rights, 4);
  return Buffer.concat([entry, who]);
}
