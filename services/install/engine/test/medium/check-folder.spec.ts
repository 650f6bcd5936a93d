import { spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { vpsScript } from '@casement/install-engine/scripts.js';
import { assignments, RemoteLinux } from '@casement/install-engine/ssh/remote.js';
import type { SshSession } from '@casement/install-engine/ssh/session.js';

const NOBODY = 65534;
const TOOLKIT_SHA256 = 'a'.repeat(64);
const isRoot = process.getuid?.() === 0;
const shells = [['sh'], ['busybox', 'sh']].filter(
  ([program]) => spawnSync(program, ['-c', 'true']).error === undefined,
);

/** The folder's name is visible in process lists before it is created, and any user may create it in /dev/shm. */
describe.each(shells)('check folder with %s', (...shell) => {
  let root: string;
  let dir: string;
  let elsewhere: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'casement-check-'));
    dir = join(root, 'casement-check.one.2');
    elsewhere = join(root, 'elsewhere');
    mkdirSync(elsewhere);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const bySh = (args: string[], input: Buffer | string) => {
    const [program, ...before] = shell;
    return spawnSync(program, [...before, ...args], { input, encoding: 'utf8' });
  };

  /** @param sent the part of the file that arrives before the connection breaks */
  async function upload(name = 'busybox', sent = 'busybox'): Promise<void> {
    const session = {
      run: () => ({ exitCode: 0, stdout: '0\nboot-1\n100\n', stderr: '' }),
      feed: async (line: string, input: Readable) => {
        const { status, stdout, stderr } = bySh(['-c', line], await buffer(input));
        return { exitCode: status, stdout, stderr };
      },
    };
    const actor = { installId: 'one', epoch: 2 };
    const linux = await RemoteLinux.attach(session as unknown as SshSession, actor);
    const content = { size: 'busybox'.length, content: Readable.from([Buffer.from(sent)]) };
    await linux.upload(join(dir, name), content, 10_000, 'whole folder');
  }

  async function check() {
    const names = ['check', 'unpack-tools', 'probe'] as const;
    const variables = { DIR: dir, TOOLKIT_SHA256, BUSYBOX_SHA256: '', API_URL: '', IMAGE_URL: '' };
    const scripts = await Promise.all(names.map((name) => vpsScript(name)));
    const text = [assignments({ ...variables, TOKEN: '', CHUNKS: '', ORIGINS: '' }), ...scripts];
    return bySh(['-s'], text.join('\n'));
  }

  /** Places fake tools that record that they ran. */
  function writeTools(folder: string): void {
    mkdirSync(join(folder, 'tools'), { recursive: true });
    writeFileSync(join(folder, 'tools.sha256'), TOOLKIT_SHA256);
    const ran = `#!/bin/sh\n: >'${join(root, 'ran')}'\n`;
    writeFileSync(join(folder, 'tools', 'toolkit-run'), ran, { mode: 0o755 });
  }
  const hasRun = () => existsSync(join(root, 'ran'));

  it('is created for root only and reused', async () => {
    await upload();
    await upload();
    expect(readFileSync(join(dir, 'busybox'), 'utf8')).toBe('busybox');
    writeTools(dir);
    expect(await check()).toMatchObject({ status: 0 });
    expect(hasRun()).toBe(true);
    expect(existsSync(dir)).toBe(false);
  });

  it.each(['', 'busy'])('is removed by an upload that was interrupted after "%s"', async (sent) => {
    await expect(upload('busybox', sent)).rejects.toMatchObject({ code: 'REMOTE_FAILED' });
    expect(existsSync(dir)).toBe(false);
    await upload();
    await expect(upload('toolkit.cpio.gz', sent)).rejects.toMatchObject({ code: 'REMOTE_FAILED' });
    expect(readdirSync(root)).toEqual(['elsewhere']);
  });

  const canMount = spawnSync('unshare', ['-m', 'true']).status === 0;
  describe('on our own file system', () => {
    const withMounts = canMount ? it : it.skip;
    const mount = async () =>
      bySh(['-s'], [assignments({ DIR: dir }), await vpsScript('mount-memory')].join('\n'));
    afterEach(() => spawnSync('umount', ['-l', dir]));
    const isMounted = () => readFileSync('/proc/self/mounts', 'utf8').includes(`casement ${dir} `);

    withMounts('is mounted once, runs programs and is removed by the check', async () => {
      expect(await mount()).toMatchObject({ status: 0 });
      expect(await mount()).toMatchObject({ status: 0 });
      await upload();
      writeTools(dir);
      expect(await check()).toMatchObject({ status: 0 });
      expect([hasRun(), isMounted(), existsSync(dir)]).toEqual([true, false, false]);
    });

    withMounts('is removed by an interrupted upload', async () => {
      await mount();
      await expect(upload('busybox', 'busy')).rejects.toMatchObject({ code: 'REMOTE_FAILED' });
      expect([isMounted(), existsSync(dir)]).toEqual([false, false]);
    });

    withMounts('is named if it is full', async () => {
      mkdirSync(dir);
      spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'casement', dir]);
      writeFileSync(join(dir, 'full'), 'x'.repeat(4096));
      await expect(upload()).rejects.toMatchObject({
        code: 'ROOM_TOO_SMALL',
        message: expect.stringContaining(dir),
      });
      expect([isMounted(), existsSync(dir)]).toEqual([false, false]);
    });

    it('is not mounted over a link', async () => {
      symlinkSync(elsewhere, dir);
      expect((await mount()).status).not.toBe(0);
    });
  });

  it('is not filled through a link', async () => {
    symlinkSync(elsewhere, dir);
    await expect(upload()).rejects.toMatchObject({ code: 'REMOTE_FAILED' });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('is not used through a link', async () => {
    writeTools(elsewhere);
    symlinkSync(elsewhere, dir);
    expect((await check()).status).not.toBe(0);
    expect(hasRun()).toBe(false);
    expect(readdirSync(elsewhere)).toEqual(['tools', 'tools.sha256']);
  });

  describe('created by another user', () => {
    const asRoot = isRoot ? it : it.skip;
    const changeOwner = (path: string) => chownSync(path, NOBODY, NOBODY);

    asRoot('receives no tools', async () => {
      mkdirSync(dir);
      changeOwner(dir);
      await expect(upload()).rejects.toMatchObject({ code: 'REMOTE_FAILED' });
      expect(readdirSync(dir)).toEqual([]);
    });

    asRoot('runs no program', async () => {
      writeTools(dir);
      changeOwner(dir);
      expect((await check()).status).not.toBe(0);
      expect(hasRun()).toBe(false);
    });

    asRoot('is not removed as a leftover of an earlier worker', async () => {
      await upload();
      writeTools(dir);
      const names = ['one.1', 'two.1', 'one.0', 'three.1'].map((name) => `casement-check.${name}`);
      for (const name of names) {
        mkdirSync(join(root, name));
        utimesSync(join(root, name), 0, 0);
      }
      for (const name of names.slice(0, 2)) changeOwner(join(root, name));
      expect(await check()).toMatchObject({ status: 0 });
      expect(readdirSync(root).sort()).toEqual([...names.slice(0, 2), 'elsewhere', 'ran']);
    });
  });
});
