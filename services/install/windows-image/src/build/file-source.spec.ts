import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { openSource, type SourceFile } from './file-source.js';

/** Formats an entry of `7zz l -slt -ba`. */
const entry = (path: string, folder = '-') =>
  `Path = ${path}\nFolder = ${folder}\nSize = 5\nPacked Size = 5\nModified = 2024-07-16\n\n`;

describe('ISO listing', () => {
  let folder: string;
  const path = process.env['PATH'];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'casement-iso-'));
    await writeFile(join(folder, 'some.iso'), '');
  });
  afterEach(async () => {
    process.env['PATH'] = path;
    await rm(folder, { recursive: true });
  });

  /** Lists files with a fake 7-Zip that runs this shell command. */
  async function listOf(command: string): Promise<SourceFile[]> {
    await writeFile(join(folder, '7zz'), `#!/bin/sh\n${command}\n`, { mode: 0o755 });
    process.env['PATH'] = `${folder}${delimiter}${path}`;
    return (await openSource(join(folder, 'some.iso'))).list();
  }

  async function listOfText(text: string): Promise<SourceFile[]> {
    await writeFile(join(folder, 'list'), text);
    return listOf(`cat ${join(folder, 'list')}`);
  }

  it('lists files with their sizes and omits folders', async () => {
    const list = entry('sources', '+') + entry('sources/install.wim');
    expect(await listOfText(list)).toEqual([{ path: 'sources/install.wim', size: 5 }]);
  });

  it('accepts 50,000 files and rejects one more', async () => {
    const entries = Array.from({ length: 50_000 }, (_, n) => entry(String(n))).join('');
    expect(await listOfText(entries)).toHaveLength(50_000);
    await expect(listOfText(entries + entry('more'))).rejects.toThrow('has too many files');
  });

  it('rejects output above 64 MiB because it is kept in memory', async () => {
    const listOfBytes = (bytes: number) => listOf(`head -c ${bytes} /dev/zero | tr '\\0' x`);
    expect(await listOfBytes(2 ** 26)).toEqual([]);
    await expect(listOfBytes(2 ** 26 + 1)).rejects.toThrow('has too many files');
  });
});
