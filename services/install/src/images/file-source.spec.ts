import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { ImageRefused } from '@casement/windows-image/image-failures.js';
import { importFiles, openImportFile } from './file-source.js';

describe('import folder', () => {
  let top: string;
  let folder: string;

  beforeEach(async () => {
    top = await mkdtemp(join(tmpdir(), 'casement-imports-'));
    folder = join(top, 'import');
    await mkdir(join(folder, 'sub'), { recursive: true });
    await writeFile(join(folder, 'a.raw'), 'image a');
    await writeFile(join(folder, 'sub', 'b.raw'), 'image b!');
    await writeFile(join(top, 'secret'), 'not an image');
  });
  afterEach(() => rm(top, { recursive: true }));

  const read = async (name: string) => {
    const source = await openImportFile(folder, name);
    const content = (await buffer(Readable.from(source.bytes))).toString();
    await source.close();
    return { content, size: source.size };
  };
  const refusal = (name: string) =>
    openImportFile(folder, name).then(
      () => 'opened',
      (error: ImageRefused) => error.code,
    );

  it('opens files, including files in subfolders', async () => {
    expect(await read('a.raw')).toEqual({ content: 'image a', size: 7 });
    expect(await read('sub/b.raw')).toEqual({ content: 'image b!', size: 8 });
  });

  it('follows a link within the folder', async () => {
    await symlink('sub/b.raw', join(folder, 'link'));
    expect((await read('link')).content).toBe('image b!');
  });

  it.each([
    ['../secret', 'SOURCE_OUTSIDE'],
    ['sub/../../secret', 'SOURCE_OUTSIDE'],
    ['/etc/passwd', 'SOURCE_MISSING'],
    ['..', 'SOURCE_OUTSIDE'],
    ['.', 'SOURCE_OUTSIDE'],
    ['a.raw\0.zip', 'SOURCE_MISSING'],
    ['gone.raw', 'SOURCE_MISSING'],
    ['sub', 'SOURCE_NOT_A_FILE'],
  ])('does not open %j', async (name, code) => expect(await refusal(name)).toBe(code));

  it('does not follow a file or folder link that leads out of the folder', async () => {
    await symlink('../secret', join(folder, 'out'));
    await symlink('..', join(folder, 'up'));
    expect(await refusal('out')).toBe('SOURCE_OUTSIDE');
    expect(await refusal('up/secret')).toBe('SOURCE_OUTSIDE');
  });

  it('does not block on a pipe', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(await refusal('pipe')).toBe('SOURCE_NOT_A_FILE');
  });

  it('lists files with their size, without links and hidden files', async () => {
    await symlink('../secret', join(folder, 'out'));
    await writeFile(join(folder, '.hidden'), 'x');
    const files = await importFiles(folder);
    expect(files.map(({ name, size }) => [name, size]).sort()).toEqual([
      ['a.raw', 7],
      ['sub/b.raw', 8],
    ]);
  });

  it('lists no files if the folder does not exist', async () => {
    expect(await importFiles(join(top, 'nowhere'))).toEqual([]);
  });
});
