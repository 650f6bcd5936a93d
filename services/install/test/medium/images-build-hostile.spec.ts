import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildImage } from '@casement/windows-image/build/build-image.js';
import {
  addEdition,
  driverFolder,
  makeIso,
  mediumIso,
  MEDIUM_PROGRAMS,
  run,
  storageInf,
  write,
  writeMedium,
} from '@casement/windows-image/testing/windows-medium.js';

const withPrograms = MEDIUM_PROGRAMS.every((path) => existsSync(path)) ? describe : describe.skip;
const COMMAND = join(__dirname, '../../dist/cli/build-image.js');
/**
 * Runs as root with the rights of an ordinary user, because another user may be unable to access a checkout below
 * /root.
 */
const WITHOUT_RIGHTS =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : [];
const GIB = 2 ** 30;

/**
 * Kills the process when it prints this step. A signal from outside may arrive after the step is over on a busy
 * machine.
 */
const killing = (step: string) => `data:text/javascript,
  const write = process.stdout.write;
  process.stdout.write = function (text, ...rest) {
    if (text === ${JSON.stringify(step)}) process.kill(process.pid, 'SIGKILL');
    return write.call(this, text, ...rest);
  };`;

withPrograms('buildImage with hostile media', () => {
  let folder: string;
  let iso: string;
  let out: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'casement-hostile-'));
    writeMedium(folder, { name: 'Desktop', id: 'ServerStandard' });
    iso = mediumIso(folder, 'medium');
    out = join(folder, 'out');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  beforeEach(() => mkdir(out));
  afterEach(() => rm(out, { recursive: true, force: true }));

  const build = (options: { iso?: string; drivers?: string } = {}) =>
    buildImage({
      iso,
      drivers: join(folder, 'drivers'),
      output: join(out, 'disk.raw'),
      sizeMib: 400,
      ...options,
    });

  /** Returns the message of the refusal, after checking that the build has left no files. */
  async function refusal(options: { iso?: string; drivers?: string }): Promise<string> {
    const error = await build(options).then(
      () => null,
      (caught: unknown) => caught as Error,
    );
    expect(error?.name).toBe('BuildRefused');
    expect(readdirSync(out)).toEqual([]);
    return error!.message;
  }

  /** Runs the command, which needs no root privileges. Returns its exit code, or null if it was killed. */
  async function command(killedIn: string | null): Promise<{ code: number | null; text: string }> {
    const args = ['--drivers', join(folder, 'drivers'), '--output', join(out, 'disk.raw')];
    const [program, ...rest] = [
      ...WITHOUT_RIGHTS,
      process.execPath,
      ...(killedIn === null ? [] : ['--import', killing(killedIn)]),
      ...[COMMAND, iso, ...args, '--size', '400M', '--i-am-licensed'],
    ];
    const child = spawn(program, rest, { stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = once(child, 'close');
    let text = '';
    child.stderr.on('data', (piece: Buffer) => (text += piece.toString()));
    const [code] = (await ended) as [number | null];
    return { code, text };
  }

  it('leaves no image when killed in any step, and the next build removes the leftovers', async () => {
    for (const step of [
      'Reading the ISO',
      'Preparing the edition',
      'Applying the edition',
      'Writing the disk',
      'Checking the image',
    ]) {
      expect(await command(step)).toMatchObject({ code: null });
      expect([step, ...readdirSync(out)]).toEqual([step, 'disk.raw.building']);
    }
    expect(await command(null)).toMatchObject({ code: 0 });
    expect(readdirSync(out)).toEqual(['disk.raw']);
  });

  it('rejects oversized INF files and drivers, and folders with too many files', async () => {
    const large = async (name: string, path: string) => {
      write(join(folder, name), driverFolder());
      await truncate(join(folder, name, path), 5 * GIB);
      return refusal({ drivers: join(folder, name) });
    };
    const driverPath = 'viostor/2k22/amd64/viostor';
    expect(await large('inf', `${driverPath}.inf`)).toContain('is too large for an INF');
    expect(await large('sys', `${driverPath}.sys`)).toContain('is too large for a driver');
    const copies = Array.from({ length: 501 }, (_, n) => [`${n}/viostor.inf`, '']);
    write(join(folder, 'copies'), Object.fromEntries(copies) as Record<string, string>);
    expect(await refusal({ drivers: join(folder, 'copies') })).toContain(
      'has 501 files viostor.inf',
    );
    const lines = storageInf('viostor', '1001') + ';\n'.repeat(20_000);
    write(join(folder, 'lines'), { ...driverFolder(), [`${driverPath}.inf`]: lines });
    expect(await refusal({ drivers: join(folder, 'lines') })).toContain('too many lines');
    run('sh', ['-c', 'mkdir many && cd many && seq 50001 | xargs touch'], folder);
    expect(await refusal({ drivers: join(folder, 'many') })).toContain('too many files');
  });

  it("writes no files to paths that an ISO's file names point to", async () => {
    write(join(folder, 'names'), driverFolder());
    run('sh', ['-c', 'mkdir names/up && mv names/viostor names/up'], folder);
    const bytes = await readFile(makeIso(folder, 'names', 'names.iso', false));
    const named = (text: string) => Buffer.from(text, 'utf16le').swap16();
    for (let at = bytes.indexOf(named('up')); at >= 0; at = bytes.indexOf(named('up'), at + 1)) {
      named('..').copy(bytes, at);
    }
    await writeFile(join(folder, 'names.iso'), bytes);
    const listed = run('/usr/bin/7zz', ['l', '-slt', '-ba', 'names.iso'], folder);
    expect(listed).toMatch(/Path = \.\..viostor/);
    const before = readdirSync(folder);
    const { drivers } = await build({ drivers: join(folder, 'names.iso') });
    expect(drivers[0]).toMatchObject({ inf: 'viostor.inf' });
    expect(readdirSync(out)).toEqual(['disk.raw']);
    expect(readdirSync(folder)).toEqual(before);
  });

  it('follows no link that an edition has in place of a folder', async () => {
    await mkdir(join(folder, 'elsewhere'));
    write(join(folder, 'elsewhere'), { SYSTEM: 'of this computer' });
    run('cp', ['-a', 'tree', 'linked'], folder);
    const config = join(folder, 'linked/Windows/System32/config');
    await rm(config, { recursive: true });
    await symlink(join(folder, 'elsewhere'), config);
    await mkdir(join(folder, 'wim'));
    addEdition(folder, 'linked', 'wim/install.wim', { name: 'Linked', id: 'ServerStandard' });
    const iso = mediumIso(folder, 'linked-medium', 'wim/install.wim');
    const message = await refusal({ iso });
    expect(message).toContain('cannot be used: it is not there');
    expect(readdirSync(join(folder, 'elsewhere'))).toEqual(['SYSTEM']);
    expect(await readFile(join(folder, 'elsewhere/SYSTEM'), 'utf8')).toBe('of this computer');
  });
});
