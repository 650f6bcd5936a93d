import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { Finding } from '@casement/windows-image/contract/findings.js';
import { diskImage } from '@casement/windows-image/testing/disk-image.js';
import { windowsVolume } from '@casement/windows-image/testing/windows-disk.js';
import { diskOf, fatVolume } from '@casement/windows-image/testing/contract-disk.js';
import { aReport } from '../factories/certification.js';
import { installApp } from '../factories/install-app.js';

const ROOT = join(__dirname, '../../../..');

/** Runs the built commands like an operator. */
describe('image commands', () => {
  let app: Awaited<ReturnType<typeof installApp>>;
  let folder: string;
  let file: string;
  const complete = diskOf('gpt', [fatVolume('EFI/BOOT/BOOTX64.EFI'), windowsVolume()]);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'casement-commands-'));
    file = join(folder, 'windows.img.gz');
    await writeFile(file, gzipSync(complete, { level: 1 }));
    app = await installApp({ env: { DATA_DIR: folder } });
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  const run = async (command: string, ...args: string[]) => {
    const program = join(__dirname, `../../dist/cli/${command}.js`);
    const child = spawn(process.execPath, [program, ...args], {
      env: { PATH: process.env['PATH'], ...app.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    return { out, err, code: code as number };
  };
  const versions = () => app.database.query(`SELECT slug, name FROM windows_version ORDER BY slug`);

  it('import-image imports a compressed file and queues a collection', async () => {
    const { code, out, err } = await run(
      'import-image',
      file,
      ...['--slug', 'ws2025', '--name', 'Windows Server 2025', '--min-memory', '2G'],
    );
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out).toContain('Windows Server 2025 (ws2025): ');
    expect(await versions()).toContainEqual({ slug: 'ws2025', name: 'Windows Server 2025' });
    const jobs = await app.database.query(`SELECT kind, status FROM image_job ORDER BY kind`);
    expect(jobs).toEqual([
      { kind: 'collect', status: 'queued' },
      { kind: 'import', status: 'done' },
    ]);
  });

  it.each([
    ['W11 Pro', 'Slug can only contain'],
    ['', 'Slug is required'],
    ['x'.repeat(65), 'Slug must be at most 64 characters'],
  ])("§5 import-image rejects the slug %j with the form's message", async (slug, message) => {
    const before = await versions();
    const { code, err } = await run('import-image', file, '--slug', slug, '--name', 'Windows');
    expect(code).toBe(1);
    expect(err).toContain(message);
    expect(await versions()).toEqual(before);
  });

  it('import-image explains why a file is refused and creates no version', async () => {
    const bad = join(folder, 'bad.raw');
    await writeFile(bad, Buffer.alloc(1024 * 1024));
    const { code, err } = await run('import-image', bad, '--slug', 'bad', '--name', 'Bad');
    expect(code).toBe(1);
    expect(err).toContain('The image has no partition table. Import an image of the whole disk');
    expect(await versions()).not.toContainEqual({ slug: 'bad', name: 'Bad' });
  });

  it('import-image refuses a header-only Windows and creates no version', async () => {
    const bad = join(folder, 'header.raw');
    await writeFile(bad, diskImage(64 * 2 ** 20));
    const { code, err } = await run('import-image', bad, '--slug', 'header', '--name', 'Header');
    expect(code).toBe(1);
    expect(err).toContain('The image does not contain Windows: No NTFS partition has');
    expect(await versions()).not.toContainEqual({ slug: 'header', name: 'Header' });
  });

  it('export-images and restore-images move the store, and name an incomplete image', async () => {
    const { out } = await run('import-image', file, '--slug', 'moved', '--name', 'Moved');
    const image = /manifest ([0-9a-f]{64})/.exec(out)![1];
    await app.database.query('UPDATE windows_version SET manifest_sha256 = $1', [image]);
    const cli = (command: string) => join(__dirname, `../../dist/cli/${command}.js`);
    const other = join(folder, 'other-store');
    const move = (known: string) =>
      spawnSync(
        'sh',
        [
          '-c',
          `printf '${known}' | node "$1" | IMAGE_STORE_DIR="$3" node "$2"`,
          '',
          cli('export-images'),
          cli('restore-images'),
          other,
        ],
        {
          encoding: 'utf8',
          env: { PATH: process.env['PATH'], ...app.env },
        },
      );
    const without = move(`manifests/${image}.json\\n`);
    expect(without.stderr).toMatch(new RegExp(`The image ${image} is missing`));
    expect(without.status).toBe(1);
    const all = move('');
    expect([all.status, all.stderr]).toEqual([0, '']);
    expect(all.stdout).toMatch(/images of Windows versions are complete/);
  });

  describe('certification reports', () => {
    const importAs = (slug: string, ...more: string[]) =>
      run('import-image', file, '--slug', slug, '--name', slug, ...more);
    const imageOf = async (slug: string) =>
      /manifest ([0-9a-f]{64})/.exec((await importAs(slug)).out)![1];
    const reportFile = async (sha256: string) => {
      const path = join(folder, 'report.json');
      await writeFile(path, JSON.stringify(aReport(sha256)));
      return path;
    };
    const certified = () =>
      app.database.query('SELECT manifest_sha256 AS image, verdict FROM image_certification');
    beforeEach(() => app.database.query('DELETE FROM image_certification'));

    it('import-image stores the report with the image', async () => {
      const image = await imageOf('known');
      const { code, out } = await importAs('taken', '--report', await reportFile(image));
      expect(code).toBe(0);
      expect(out).toContain('certified, 2026-01-01T00:20:00.000Z');
      expect(await certified()).toEqual([{ image, verdict: 'certified' }]);
    });

    it('import-image refuses the report of another image and creates no version', async () => {
      const { code, err } = await importAs('strange', '--report', await reportFile('f'.repeat(64)));
      expect(code).toBe(1);
      expect(err).toContain('The report certifies another image (ffff');
      expect(err).toContain('Certify this file with the same --min-memory');
      expect(await versions()).not.toContainEqual({ slug: 'strange', name: 'strange' });
      expect(await certified()).toEqual([]);
    });

    it('import-image rejects an invalid report before it reads the file', async () => {
      const path = join(folder, 'no-report.json');
      await writeFile(path, '{"verdict":"certified"}');
      const { code, err } = await importAs('none', '--report', path);
      expect(code).toBe(1);
      expect(err).toContain('is not a report of certify-image');
      expect(await versions()).not.toContainEqual({ slug: 'none', name: 'none' });
    });

    it('certify-image attaches a report only to a version with the same image', async () => {
      const image = await imageOf('attached');
      const attach = (path: string) => run('certify-image', '--slug', 'attached', '--attach', path);
      const other = await attach(await reportFile('f'.repeat(64)));
      expect(other.code).toBe(2);
      expect(other.err).toContain('another image');
      expect((await attach(await reportFile(image))).code).toBe(0);
      expect(await certified()).toEqual([{ image, verdict: 'certified' }]);
    });
  });

  it('check-image accepts an image built with the recipe', async () => {
    const { code, out } = await run('check-image', file);
    expect(code).toBe(0);
    expect(out).toContain('C: is the last partition');
    expect(out).toContain('Not known without booting it');
  });

  it('check-image checks an imported image', async () => {
    await run('import-image', file, '--slug', 'checked', '--name', 'Checked');
    const { code, out } = await run('check-image', '--slug', 'checked', '--json');
    expect(code).toBe(0);
    const { findings, drivers } = JSON.parse(out) as { findings: Finding[]; drivers: string[] };
    expect(drivers).toEqual(['viostor', 'vioscsi', 'storahci', 'stornvme', 'netkvm']);
    expect(findings.filter(({ result }) => result !== 'ok')).toEqual([]);
    expect(findings.length).toBeGreaterThan(10);
  });

  it('check-image exits with 1 and a remedy for a refused image', async () => {
    const bare = join(folder, 'no-loader.raw');
    await writeFile(bare, diskOf('gpt', [fatVolume('EFI/BOOT/NOTHING.EFI'), windowsVolume()]));
    const { code, out } = await run('check-image', bare);
    expect(code).toBe(1);
    expect(out).toMatch(/REFUSED +LOADER/);
    expect(out).toContain('bcdboot');
  });

  it.each([
    ['check-image', 2, []],
    ['import-image', 1, ['--slug', 'odd', '--name', 'Odd']],
  ])('%s answers a folder and a missing file with a sentence', async (command, code, more) => {
    const given = await run(command, folder, ...more);
    expect(given).toEqual({ code, out: '', err: `${folder} is a folder. Name the file in it.\n` });
    const missing = await run(command, join(folder, 'no file'), ...more);
    expect(missing.code).toBe(code);
    expect(missing.err).toBe(
      `There is no file ${folder}/no file. Check its name and folder, and put names with spaces in quotes.\n`,
    );
  });

  it.each([`it's my "image".raw`, 'a b.raw', 'a;b&c.raw'])(
    'make check-image and make windows-image take the file name %j',
    async (name) => {
      const path = join(folder, name);
      await writeFile(path, complete);
      const made = async (target: string, ...values: string[]) => {
        // `-o compile` skips the compilation, because tests run on the existing build.
        const child = spawn('make', ['-o', 'compile', target, ...values], { cwd: ROOT });
        const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
        return out + err;
      };
      expect(await made('check-image', `image=${path}`)).toContain('C: is the last partition');
      const values = [`iso=${path}`, `drivers=${folder}`, `output=${path}.new`];
      expect(await made('windows-image', ...values, 'options=--i-am-licensed')).toContain(
        `${path} has no sources/install.wim`,
      );
    },
  );

  it.each([[['/nowhere.raw']], [[]], [['a.raw', '--slug', 'b']], [['--slug', 'nowhere']]])(
    'check-image exits with 2 if there is no image to check: %j',
    async (args) => {
      const { code, out, err } = await run('check-image', ...args);
      expect(code).toBe(2);
      expect(out).toBe('');
      expect(err).not.toBe('');
    },
  );
});
