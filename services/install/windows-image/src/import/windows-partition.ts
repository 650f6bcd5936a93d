import type { ImageKind } from '@casement/proto/http/install/linux.js';
import { ImageRefused } from '../image-failures.js';
import type { ImageManifest } from '../store/manifest.js';
import { hiddenVolume, oddTable } from '../volumes/odd-disk.js';
import {
  isNtfs,
  readPartitions,
  SECTOR,
  TABLE_BYTES,
  type PartitionTable,
} from '../volumes/partitions.js';

/** Finds the partitions and C: in a disk that is read once, sequentially. */
export class DiskLayout {
  private table: PartitionTable | null = null;
  /** First sectors of the disk and of its partitions, by offset. */
  private readonly sectors = new Map<number, Buffer>();

  /** @param size disk size, if known in advance */
  constructor(private readonly size: number | null) {}

  /**
   * @param at offset of `bytes`; the first bytes contain the complete partition table
   * @throws ImageRefused
   */
  inspect(bytes: Buffer, at: number): void {
    if (at === 0) this.readTable(bytes);
    const partitions = this.table?.partitions ?? [];
    for (const offset of [0, ...partitions.flatMap(({ offset }) => [offset, offset * 8])]) {
      const inside = offset - at;
      if (inside < 0 || inside + SECTOR > bytes.length) continue;
      this.sectors.set(offset, Buffer.from(bytes.subarray(inside, inside + SECTOR)));
    }
  }

  /**
   * Returns the last NTFS partition as C:, none for Linux. The image contract requires this order, so that C: can grow.
   * @throws ImageRefused
   */
  async end(
    rawSize: number,
    system: ImageKind = 'windows',
  ): Promise<Pick<ImageManifest, 'firmware' | 'windows'>> {
    if (rawSize === 0 || rawSize % 512 !== 0) throw new ImageRefused('IMAGE_ODD_SIZE');
    this.checkEnds(rawSize);
    const { kind, partitions } = this.table!;
    const firmware = kind === 'gpt' ? 'uefi' : 'bios';
    // linux-disk.ts finds the firmware later.
    if (system === 'linux') return { firmware };
    const sectorAt = (offset: number) => this.sectors.get(offset) ?? Buffer.alloc(SECTOR);
    const windows = partitions
      .filter(({ offset }) => isNtfs(sectorAt(offset)))
      .sort((a, b) => b.offset - a.offset)[0];
    if (!windows) {
      const read = (offset: number) => Promise.resolve(sectorAt(offset));
      const hidden = await hiddenVolume({ read }, this.table!);
      throw hidden ? new ImageRefused('DISK_ODD', { ...hidden }) : new ImageRefused('NO_NTFS');
    }
    const { number: partition, offset, size } = windows;
    return { firmware, windows: { partition, offset, size } };
  }

  private readTable(head: Buffer): void {
    if (this.size !== null && this.size % 512 !== 0) throw new ImageRefused('IMAGE_ODD_SIZE');
    this.table = readPartitions(head.subarray(0, TABLE_BYTES));
    const odd = head.length < TABLE_BYTES ? null : oddTable(head, this.table);
    if (odd) throw new ImageRefused('DISK_ODD', { ...odd });
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
