import { open } from 'node:fs/promises';
import { openDiskFile } from '../volumes/disk-reader.js';
import { NtfsVolume } from '../volumes/ntfs-volume.js';

const PIECE = 4 * 2 ** 20;

/**
 * Copies an NTFS volume to its place on the disk: the used clusters and the backup boot sector at the end. Free
 * clusters are skipped and stay zero, so that remains of deleted files are not copied.
 */
export async function placeVolume(
  volumeFile: string,
  diskFile: string,
  at: number,
  onPercent: (percent: number) => void,
): Promise<void> {
  const source = await openDiskFile(volumeFile);
  const disk = await open(diskFile, 'r+');
  try {
    const volume = await NtfsVolume.open(source, 0);
    const bitmap = await volume.bitmap();
    for (const { offset, length } of usedRanges(bitmap, volume.clusterSize)) {
      const end = Math.min(offset + length, source.size);
      if (offset < end)
        await disk.write(await source.read(offset, end - offset), 0, end - offset, at + offset);
      onPercent(Math.floor((end / source.size) * 100));
    }
    const tail = await source.read(source.size - volume.clusterSize, volume.clusterSize);
    await disk.write(tail, 0, tail.length, at + source.size - tail.length);
    await disk.sync();
  } finally {
    await disk.close();
    await source.close();
  }
}

/** Yields ranges in bytes, each at most PIECE long. */
export function* usedRanges(
  bitmap: Buffer,
  clusterSize: number,
): Generator<{ offset: number; length: number }> {
  const most = PIECE / clusterSize;
  let first = -1;
  const total = bitmap.length * 8;
  for (let cluster = 0; cluster <= total; cluster++) {
    // Skips eight free clusters at a time because most of a new disk is free.
    if (first < 0 && cluster % 8 === 0 && bitmap[cluster >> 3] === 0) {
      cluster += 7;
      continue;
    }
    const used = cluster < total && (bitmap[cluster >> 3]! & (1 << (cluster & 7))) !== 0;
    if (used && first < 0) first = cluster;
    if (first < 0 || (used && cluster - first < most)) continue;
    yield { offset: first * clusterSize, length: (cluster - first) * clusterSize };
    first = used ? cluster : -1;
  }
}
