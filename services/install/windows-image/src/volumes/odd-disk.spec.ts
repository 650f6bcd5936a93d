import { diskOf, fatVolume, inMemory } from '../testing/contract-disk.js';
import { checkContract } from '../contract/check-contract.js';
import { DiskLayout } from '../import/windows-partition.js';
import { windowsDisk, windowsVolume } from '../testing/windows-disk.js';
import { ODD_DISKS } from './odd-disk.js';

const MIB = 2 ** 20;
const LOADER = 'EFI/BOOT/BOOTX64.EFI';
const gpt = (c = windowsVolume()) => diskOf('gpt', [fatVolume(LOADER), c]);

const change = (disk: Buffer, edit: (disk: Buffer) => void): Buffer => {
  edit(disk);
  return disk;
};
const named = (volume: Buffer, name: string) =>
  change(volume, () => volume.write(name, 3, 'latin1'));
const typed = (disk: Buffer, type: number) => change(disk, () => (disk[446 + 4] = type));

/** Builds an MBR disk for sectors of 4096 bytes. */
const mbrOf4096 = () =>
  change(windowsDisk(), (disk) => {
    disk.writeUInt32LE(MIB / 4096, 446 + 8);
    disk.writeUInt32LE((disk.length - MIB) / 4096, 446 + 12);
    disk.writeUInt16LE(4096, MIB + 11);
    // Makes the volume unreadable for readers of 512-byte sectors.
    disk.write('xxxx', MIB + 512, 'latin1');
  });

/** Builds a GPT disk for sectors of 4096 bytes. */
const gptOf4096 = () =>
  change(Buffer.alloc(4 * MIB), (disk) => {
    disk[446 + 4] = 0xee;
    disk.writeUInt32LE(1, 446 + 8);
    disk.writeUInt32LE(disk.length / 4096 - 1, 446 + 12);
    disk.writeUInt16LE(0xaa55, 510);
    disk.write('EFI PART', 4096, 'latin1');
  });

const DISKS: [keyof typeof ODD_DISKS, string, () => Buffer][] = [
  ['ONE_PARTITION', 'an NTFS partition without a table', () => windowsVolume()],
  [
    'ONE_PARTITION',
    'an encrypted partition without a table',
    () => named(windowsVolume(), '-FVE-FS-'),
  ],
  ['SECTORS_4096', 'a GPT for sectors of 4096 bytes', gptOf4096],
  ['SECTORS_4096', 'an MBR for sectors of 4096 bytes', mbrOf4096],
  ['GPT_LOST', 'a protective MBR without GPT', () => typed(windowsDisk(), 0xee)],
  ['GPT_WITHOUT_MBR', 'a GPT without MBR', () => gpt().fill(0, 0, 512)],
  ['GPT_MOVED', 'GPT entries elsewhere', () => change(gpt(), (d) => d.writeBigUInt64LE(64n, 584))],
  ['EMPTY', 'an MBR without partitions', () => windowsDisk().fill(0, 446, 510)],
  ['EMPTY', 'a GPT without partitions', () => diskOf('gpt', [])],
  ['DYNAMIC', 'a dynamic disk with an MBR', () => typed(windowsDisk(), 0x42)],
  [
    'DYNAMIC',
    'a dynamic disk with a GPT',
    () => change(gpt(), (d) => d.write('a0609baf3114624fbc683311714a69ad', 1024 + 128, 'hex')),
  ],
  ['BITLOCKER', 'BitLocker', () => gpt(named(windowsVolume(), '-FVE-FS-'))],
  ['REFS', 'ReFS', () => gpt(named(windowsVolume(), 'ReFS\0\0\0\0'))],
  [
    'EXTENDED',
    'an extended partition',
    () =>
      typed(
        change(windowsDisk(), (d) => d.fill(0, MIB, MIB + 512)),
        0x0f,
      ),
  ],
];

describe('odd disks', () => {
  const texts = (odd: keyof typeof ODD_DISKS) => {
    const { why, cure } = ODD_DISKS[odd];
    return { why: why.replace('{number}', odd === 'EXTENDED' ? '1' : '2'), cure };
  };

  it.each(DISKS)('check-image reports %s: %s', async (odd, _, disk) => {
    const { why, cure } = texts(odd);
    const { findings } = await checkContract(inMemory(disk()));
    expect(findings).toEqual([{ code: 'TABLE', result: 'refused', message: why, cure }]);
  });

  it.each(DISKS)('an import is refused as %s: %s', async (odd, _, disk) => {
    const { why, cure } = texts(odd);
    const bytes = disk();
    const layout = new DiskLayout(bytes.length);
    const refused = await Promise.resolve()
      .then(() => {
        for (let at = 0; at < bytes.length; at += MIB)
          layout.inspect(bytes.subarray(at, at + MIB), at);
        return layout.end(bytes.length);
      })
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'DISK_ODD',
      message: `The image could not be installed: ${why}`,
      cure,
    });
  });

  it('names BitLocker although a system partition can be read', async () => {
    const system = windowsVolume();
    const kernel = Buffer.from('ntoskrnl.exe', 'utf16le');
    for (let at = system.indexOf(kernel); at >= 0; at = system.indexOf(kernel)) system[at] = 0x78;
    const disk = diskOf('mbr', [system, named(windowsVolume(), '-FVE-FS-')]);
    const { findings } = await checkContract(inMemory(disk));
    expect(findings.map(({ message }) => message)).toEqual([
      'Partition 2 is encrypted by BitLocker.',
    ]);
  });

  it('accepts a GPT whose first entry is empty', async () => {
    const disk = gpt();
    disk.copyWithin(1024 + 128, 1024, 1024 + 256).fill(0, 1024, 1024 + 128);
    const { findings } = await checkContract(inMemory(disk));
    expect(findings.filter(({ result }) => result !== 'ok')).toEqual([]);
    expect(findings.find(({ code }) => code === 'WINDOWS')?.message).toContain('partition 3');
  });
});
