import { diskImage } from '../testing/disk-image.js';
import { isNtfs, readPartitions, TABLE_BYTES } from './partitions.js';

const SECTOR = 512;

function gptHead(): Buffer {
  const head = Buffer.alloc(TABLE_BYTES);
  head.writeUInt16LE(0xaa55, 510);
  head.write('EFI PART', SECTOR, 'latin1');
  head.writeBigUInt64LE(2n, SECTOR + 72);
  head.writeUInt32LE(128, SECTOR + 80);
  head.writeUInt32LE(128, SECTOR + 84);
  const third = 2 * SECTOR + 2 * 128;
  // BIOS boot partition.
  head.write('Hah!IdontNeedEFI', third, 'latin1');
  head.writeBigUInt64LE(2048n, third + 32);
  head.writeBigUInt64LE(4095n, third + 40);
  return head;
}

describe(readPartitions.name, () => {
  it('parses an MBR', () => {
    expect(readPartitions(diskImage(4 << 20))).toEqual({
      kind: 'mbr',
      partitions: [{ number: 1, offset: 1 << 20, size: 3 << 20 }],
    });
  });

  it('parses a GPT and keeps Linux’ partition numbers', () => {
    expect(readPartitions(gptHead())).toEqual({
      kind: 'gpt',
      partitions: [
        {
          number: 3,
          offset: 2048 * SECTOR,
          size: 2048 * SECTOR,
          type: '21686148-6449-6e6f-744e-656564454649',
        },
      ],
    });
  });

  it('returns null without a partition table or for a truncated head', () => {
    expect(readPartitions(Buffer.alloc(TABLE_BYTES))).toBeNull();
    expect(readPartitions(diskImage(4 << 20).subarray(0, 512))).toBeNull();
  });
});

describe(isNtfs.name, () => {
  it('detects NTFS by its first sector', () => {
    expect(isNtfs(diskImage(4 << 20).subarray(1 << 20))).toBe(true);
    expect(isNtfs(Buffer.alloc(512))).toBe(false);
  });
});
