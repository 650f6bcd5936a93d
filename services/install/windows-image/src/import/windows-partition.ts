import { ImageRefused } from '../image-failures.js';
import type { ImageManifest } from '../store/manifest.js';
import { isNtfs, readPartitions, TABLE_BYTES, type PartitionTable } from '../volumes/partitions.js';

/** Finds the partitions and C: in a disk that is read once, sequentially. */
export class DiskLayout {
  private table: PartitionTable | null = null;
  private readonly ntfs = new Set<number>();

  /** @param size disk size, if known in advance */
  constructor(private readonly size: number | null) {}

  /**
   * @param at offset of `bytes`; the first bytes contain the complete partition table
   * @throws ImageRefused
   */
  inspect(bytes: Buffer, at: number): void {
    if (at === 0) this.readTable(bytes);
    for (const { number, offset } of this.table?.partitions ?? []) {
      const inside = offset - at;
      if (inside < 0 || inside + 512 > bytes.length) continue;
      if (isNtfs(bytes.subarray(inside, inside + 512))) this.ntfs.add(number);
    }
  }

  /**
   * Returns the last NTFS partition as C:. The image contract requires this order, so that C: can grow.
   * @throws ImageRefused
   */
  end(rawSize: number): Pick<ImageManifest, 'firmware' | 'windows'> {
    if (rawSize === 0 || rawSize % 512 !== 0) throw new ImageRefused('IMAGE_ODD_SIZE');
    this.checkEnds(rawSize);
    const { kind, partitions } = this.table!;
    const windows = partitions
      .filter(({ number }) => this.ntfs.has(number))
      .sort((a, b) => b.offset - a.offset)[0];
    if (!windows) throw new ImageRefused('NO_NTFS');
    const { number: partition, offset, size } = windows;
    return { firmware: kind === 'gpt' ? 'uefi' : 'bios', windows: { partition, offset, size } };
  }

  private readTable(head: Buffer): void {
    if (this.size !== null && this.size % 512 !== 0) throw new ImageRefused('IMAGE_ODD_SIZE');
    this.table = readPartitions(head.subarray(0, TABLE_BYTES));
    if (!this.table) throw new ImageRefused('NO_PARTITION_TABLE');
    // Fails as early as possible instead of at the end of a large file.
    if (this.size !== null) this.checkEnds(this.size);
  }

  private checkEnds(rawSize: number): void {
    for (const { number, offset, size } of this.table!.partitions) {
      if (offset + size > rawSize) throw new ImageRefused('PARTITION_PAST_END', { number });
    }
  }
}
