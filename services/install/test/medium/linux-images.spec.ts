import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importImage } from '@casement/windows-image/import/import-image.js';
import { FolderChunkStore } from '@casement/windows-image/store/folder-chunk-store.js';

const MIB = 2 ** 20;
const BIOS_BOOT = '21686148-6449-6E6F-744E-656564454649';
const EFI = 'C12A7328-F81F-11D2-BA4B-00A0C93EC93B';
const LINUX = '0FC63DAF-8483-4772-8E79-3D69D8477DE4';

const path = (name: string): string | null => {
  try {
    const found = execFileSync('sh', ['-c', `PATH=$PATH:/usr/sbin:/sbin command -v ${name}`]);
    return found.toString().trim();
  } catch {
    return null;
  }
};
const missing = ['sfdisk', 'mkfs.fat', 'mcopy', 'mmd'].filter((name) => path(name) === null);

(missing.length === 0 ? describe : describe.skip)(
  `images of Linux${missing.length === 0 ? '' : ` (not run: no ${missing.join(', ')})`}`,
  () => {
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'casement-linux-'));
    });
    afterEach(() => rm(folder, { recursive: true }));

    /** Imports a disk with boot code and a loader as requested. */
    const imported = async ({ bootCode = true, loader = true, label = 'gpt', kind = 'linux' }) => {
      const file = join(folder, 'linux.raw');
      await writeFile(file, Buffer.alloc(48 * MIB));
      const table =
        label === 'gpt'
          ? `label: gpt\nfirst-lba: 34\n1: start=2048, size=2048, type=${BIOS_BOOT}\n2: start=4096, size=40960, type=${EFI}\n3: start=45056, size=40960, type=${LINUX}\n`
          : 'label: dos\n1: start=2048, size=40960, type=83\n';
      execFileSync(path('sfdisk')!, ['-q', file], {
        input: table,
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      const handle = await open(file, 'r+');
      if (bootCode) await handle.write(Buffer.from([0xeb, 0x63]), 0, 2, 0);
      await handle.close();
      const volume = `${file}@@${4096 * 512}`;
      if (label === 'gpt') {
        execFileSync(path('mkfs.fat')!, ['-F', '16', '--offset', '4096', file, '20480'], {
          stdio: 'ignore',
        });
        if (loader) {
          await writeFile(join(folder, 'loader'), 'MZ');
          execFileSync('mmd', ['-i', volume, '::EFI', '::EFI/BOOT']);
          execFileSync('mcopy', ['-i', volume, join(folder, 'loader'), '::EFI/BOOT/BOOTX64.EFI']);
        }
      }
      return importImage(
        { bytes: createReadStream(file), size: 48 * MIB },
        new FolderChunkStore(join(folder, 'store')),
        {
          maxSize: 2 ** 30,
          folder: join(folder, 'work'),
          chunkSize: MIB,
          kind: kind as 'linux' | 'windows',
        },
      );
    };

    it.each([
      [true, true, ['bios', 'uefi']],
      [true, false, ['bios']],
      [false, true, ['uefi']],
    ])(
      'boot by the firmware whose loader they have: %s, %s',
      async (bootCode, loader, firmware) => {
        const { manifest } = await imported({ bootCode, loader });
        expect(manifest.linux).toEqual({ firmware });
        expect(manifest.windows).toBeUndefined();
        // Room for the settings behind the image.
        expect(manifest.minDisk).toBe(56 * MIB);
      },
    );

    it('are refused without a loader or a GPT', async () => {
      await expect(imported({ bootCode: false, loader: false })).rejects.toMatchObject({
        code: 'LINUX_NO_LOADER',
      });
      await expect(imported({ label: 'dos' })).rejects.toMatchObject({ code: 'LINUX_NO_GPT' });
    });

    it('are refused as Windows', async () => {
      await expect(imported({ kind: 'windows' })).rejects.toMatchObject({ code: 'NO_NTFS' });
    });
  },
);
