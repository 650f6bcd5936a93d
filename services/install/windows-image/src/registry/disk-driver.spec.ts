import { diskDriverRelease } from './disk-driver.js';

const inf = (version: string) => Buffer.from(`[Version]\r\nDriverVer = 08/02/2024,${version}\r\n`);
const STORE = 'Windows/System32/DriverStore/FileRepository';

const volume = (files: Record<string, Buffer>) => ({
  list: (folder: string) =>
    Promise.resolve(
      Object.keys(files)
        .filter((path) => path.startsWith(`${folder}/`))
        .map((path) => ({ name: path.slice(folder.length + 1).split('/')[0] })),
    ),
  readFile: (path: string) => Promise.resolve(files[path] ?? null),
});

describe(diskDriverRelease.name, () => {
  it('takes the newest package of each driver and the older of both drivers', async () => {
    const found = await diskDriverRelease(
      volume({
        [`${STORE}/viostor.inf_amd64_1/viostor.inf`]: inf('62.90.104.21500'),
        [`${STORE}/viostor.inf_amd64_2/viostor.inf`]: inf('100.101.104.27100'),
        [`${STORE}/vioscsi.inf_amd64_3/vioscsi.inf`]: inf('100.95.104.26200'),
        [`${STORE}/netkvm.inf_amd64_4/netkvm.inf`]: inf('100.85.104.20000'),
      }),
    );
    expect(found).toBe(262);
  });

  it('reads a UTF-16 INF file in an additional folder', async () => {
    const text = Buffer.from(`\ufeff${inf('100.100.104.26600').toString()}`, 'utf16le');
    expect(await diskDriverRelease(volume({ 'Drivers/vioscsi.inf': text }), 'Drivers')).toBe(266);
  });

  it('returns null without packages or without a version', async () => {
    expect(await diskDriverRelease(volume({}))).toBeNull();
    const odd = volume({ [`${STORE}/viostor.inf_amd64_1/viostor.inf`]: Buffer.from('[Version]') });
    expect(await diskDriverRelease(odd)).toBeNull();
  });
});
