import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Hive } from '@casement/windows-image/registry/hive.js';
import {
  binary,
  expandable,
  number,
  regFile,
  text,
  texts,
  type RegistryValue,
} from '@casement/windows-image/registry/reg-file.js';
import { emptyHive } from '@casement/windows-image/testing/empty-hive.js';
import { missingProgram, StageRoot } from '../stage/stage-root.js';

const PROGRAMS = [
  'hivexsh',
  'hivexregedit',
  'ntfs-3g',
  'ntfs-3g.probe',
  'mkntfs',
  'umount',
  'losetup',
  'nsenter',
  'unshare',
];
const path = (name: string): string =>
  execFileSync('sh', ['-c', `PATH=$PATH:/usr/sbin:/sbin command -v ${name}`])
    .toString()
    .trim();

function missing(): string | null {
  try {
    for (const name of PROGRAMS) path(name);
  } catch {
    return `no ${PROGRAMS.slice(0, 5).join(', ')} here`;
  }
  if (process.getuid?.() !== 0 || !existsSync('/dev/fuse')) return 'not root, or no /dev/fuse';
  return missingProgram();
}
const reason = missing();

const COMMAND = String.raw`cmd.exe /c %SystemRoot%\Casement\reset\reset.cmd`;
const PASSWORD = Buffer.from('Rdp-Päss-1 "%x%"').toString('base64');
const RESET_ID = '0b0a8a5c-6c1a-4a8e-9d8e-3f6a1c2b4d5e';
/** Values as in a Windows that was set up. */
const SETUP = {
  CmdLine: text(''),
  SetupType: number(0),
  SystemSetupInProgress: number(0),
  OOBEInProgress: number(0),
  SystemPartition: text(String.raw`\Device\HarddiskVolume1`),
  OsLoaderPath: text('\\'),
  CloneTag: texts(['Mon May 11']),
  Quoted: text('a "b" %c%'),
  Expanded: expandable('%SystemRoot%'),
  Bytes: binary(Buffer.from([1, 2, 255])),
};

(reason === null ? describe : describe.skip)(
  `agent/reset-password.sh${reason === null ? '' : ` (not run: ${reason})`}`,
  () => {
    let stage: StageRoot;
    /** C:, on a loop device: unmounting a plain file does not wait until it is written. */
    let volume: string;
    /**
     * Holds the mounts. A process that another test starts in a private mount namespace would keep C: mounted, and
     * the next mount would get the volume that is still open, with its options.
     */
    let mounts: ChildProcess;
    beforeAll(async () => {
      mounts = spawn(path('unshare'), ['--mount', 'sh', '-c', 'echo ready; exec sleep infinity']);
      await once(mounts.stdout!, 'data');
    });
    afterAll(() => mounts.kill());
    const inMounts = () => [path('nsenter'), `--target=${mounts.pid}`, '--mount'] as const;
    const runInMounts = (program: string, ...args: string[]) => {
      const [nsenter, ...options] = inMounts();
      return spawnSync(nsenter, [...options, path(program), ...args], { stdio: 'ignore' }).status;
    };

    beforeEach(async () => {
      stage = await StageRoot.open();
      mkdirSync(stage.at('run', 'guard', 'casement'), { recursive: true });
      stage.replace('disk.sh', readFileSync(`${import.meta.dirname}/../../agent/disk.sh`, 'utf8'));
      mkdirSync(stage.at('run', 'reset'));
      const image = stage.at('run', 'c.raw');
      execFileSync('truncate', ['-s', '24M', image]);
      volume = execFileSync('losetup', ['-f', '--show', image]).toString().trim();
      execFileSync(path('mkntfs'), ['-q', '-F', volume], { stdio: 'ignore' });
      for (const name of ['hivexsh', 'ntfs-3g', 'ntfs-3g.probe']) link(name);
      tool('mount', ':');
      link('umount');
      writeBlock();
    });
    afterEach(() => {
      unmount();
      execFileSync('losetup', ['-d', volume]);
      stage.close();
    });

    function tool(name: string, body: string): void {
      const file = stage.at('bin', name);
      writeFileSync(`${file}.new`, stage.moved(`#!${stage.at('bin', 'sh')}\n${body}\n`), {
        mode: 0o755,
      });
      renameSync(`${file}.new`, file);
    }
    const link = (name: string) => tool(name, `exec ${path(name)} "$@"`);

    const block = () => stage.at('run', 'guard', 'casement', 'guard.env');
    function writeBlock(): void {
      const values = '# GRUB Environment Block\nguard=kept\nlimit=xxxx\nwindows=\nonce=\nstarts=\n';
      writeFileSync(block(), values.padEnd(1024, '#'));
    }
    const blockValues = () => ({
      guard: /^guard=(.*)$/m.exec(readFileSync(block(), 'utf8'))?.[1],
      starts: /^starts=(x*)/m.exec(readFileSync(block(), 'utf8'))?.[1],
    });

    const unmount = () => runInMounts('umount', stage.at('run', 'reset'));
    /** Gives access to the files of C:. */
    function onC<T>(access: (root: string) => T): T {
      expect(runInMounts('ntfs-3g', volume, stage.at('run', 'reset'))).toBe(0);
      try {
        return access(`/proc/${mounts.pid}/root${stage.at('run', 'reset')}`);
      } finally {
        expect(unmount()).toBe(0);
      }
    }
    const hivePath = (root: string) => join(root, 'WINDOWS', 'System32', 'config', 'SYSTEM');
    const folder = (root: string) => join(root, 'WINDOWS', 'Casement', 'reset');

    function fillC(values: Record<string, RegistryValue> = SETUP): Buffer {
      const hive = stage.at('run', 'made');
      writeFileSync(hive, emptyHive());
      const reg = stage.at('run', 'made.reg');
      writeFileSync(reg, regFile({ Setup: values, Select: { Current: number(1) } }));
      execFileSync('hivexregedit', ['--merge', hive, reg]);
      const content = readFileSync(hive);
      onC((root) => {
        for (const made of [join(root, 'WINDOWS', 'Casement'), join(hivePath(root), '..')])
          mkdirSync(made, { recursive: true });
        writeFileSync(hivePath(root), content);
      });
      return content;
    }
    const readHive = () => onC((root) => readFileSync(hivePath(root)));
    const setupOf = (hive: Buffer) => {
      const key = Hive.open(hive).key('Setup')!;
      return Object.fromEntries(
        Object.keys(SETUP).map((name) => [name, key.value(name)?.data.toString('hex')]),
      );
    };
    const before = () => setupOf(onHive(SETUP));
    const after = () => setupOf(onHive({ ...SETUP, SetupType: number(2), CmdLine: text(COMMAND) }));
    function onHive(values: Record<string, RegistryValue>): Buffer {
      const hive = stage.at('run', 'expected');
      writeFileSync(hive, emptyHive());
      writeFileSync(`${hive}.reg`, regFile({ Setup: values }));
      execFileSync('hivexregedit', ['--merge', hive, `${hive}.reg`]);
      return readFileSync(hive);
    }
    const files = () =>
      onC((root) => (existsSync(folder(root)) ? readdirSync(folder(root)).sort() : []));

    /** Runs a command with the functions of recovery.sh. */
    async function recovery(command: string, start = 'sh'): Promise<string> {
      const script = `
        exec >/run/out 2>/run/errors
        . /usr/lib/casement/lib.sh
        . /usr/lib/casement/disk.sh
        . /usr/lib/casement/evidence.sh
        . /usr/lib/casement/again.sh
        . /usr/lib/casement/boot-store.sh
        . /usr/lib/casement/reset-password.sh
        disk=/dev/null WINDOWS_PARTITION=1
        partition_of() { echo ${volume}; }
        tell() { log "$1"; }`;
      const file = stage.at('run', 'script');
      writeFileSync(file, `${stage.moved(script)}\n${stage.moved(command)}\n`);
      await stage.sh('-c', `exec ${inMounts().join(' ')} ${start} ${file}`);
      return readFileSync(stage.at('run', 'out'), 'utf8');
    }
    async function reset(): Promise<string> {
      const order = { order: 'reset_password', poll_seconds: 5, reset_id: RESET_ID };
      writeFileSync(stage.at('run', 'order'), JSON.stringify({ ...order, password: PASSWORD }));
      writeFileSync(stage.at('run', 'report.json'), '{"boot_id":"b","starts":0}');
      await recovery('reset_password');
      const report = JSON.parse(readFileSync(stage.at('run', 'report.json'), 'utf8')) as {
        password_reset: { id: string; result: string };
      };
      expect(report).toEqual({
        password_reset: { id: RESET_ID, result: expect.any(String) as string },
        boot_id: 'b',
        starts: 0,
      });
      return report.password_reset.result;
    }

    it('has Windows run the script once, and keeps all other values', async () => {
      fillC();
      expect(await reset()).toBe('written');
      expect(setupOf(readHive())).toEqual(after());
      expect(Hive.open(readHive()).key('Select')?.value('Current')?.data.readUInt32LE()).toBe(1);
      expect(files()).toEqual(['password.b64', 'password.ps1', 'reset.cmd']);
      onC((root) => {
        const read = (name: string) => readFileSync(join(folder(root), name), 'utf8');
        expect(read('password.b64')).toBe(PASSWORD);
        expect(read('reset.cmd')).toMatch(/^@echo off\r\n/);
        expect(read('password.ps1')).toContain('S-1-5-21-*-500');
      });
      expect(blockValues()).toEqual({ guard: 'kept', starts: '' });
      expect(existsSync(stage.at('run', 'guard', 'casement', 'reset'))).toBe(false);
    });

    it('replaces an order that Windows has not followed yet, with one result in the report', async () => {
      fillC();
      await reset();
      expect(await reset()).toBe('written');
      await recovery('reset_password');
      expect(setupOf(readHive())).toEqual(after());
    });

    it('leaves no password in memory, and none in the log', async () => {
      fillC();
      await reset();
      const left = execFileSync('grep', ['-rls', PASSWORD, stage.at('run')], { encoding: 'utf8' });
      // The volume itself.
      expect(left.trim().split('\n')).toEqual([stage.at('run', 'c.raw')]);
    });

    it('lets nobody but SYSTEM and administrators change the files', async () => {
      fillC();
      // SYSTEM and Administrators, for new folders and files as well (as by guard.ps1).
      const only =
        '010004901400000020000000000000002c000000010100000000000512000000010100000000000512000000' +
        '020034000200000000031400ff011f0001010000000000051200000000031800ff011f00010200000000000520000000' +
        '20020000';
      const setxattr = (file: string) =>
        `import os;os.setxattr(${JSON.stringify(file)},"system.ntfs_acl",bytes.fromhex("${only}"))`;
      onC((root) =>
        execFileSync('python3', ['-c', setxattr(join(root, 'WINDOWS', 'Casement'))], {}),
      );
      await reset();
      onC((root) => {
        for (const name of ['password.b64', 'password.ps1', 'reset.cmd']) {
          const file = JSON.stringify(join(folder(root), name));
          const rights = execFileSync('python3', [
            '-c',
            `import os;print(os.getxattr(${file},"system.ntfs_acl").hex())`,
          ]).toString();
          // Everyone, S-1-1-0.
          expect(rights).not.toContain('010100000000000100000000');
          expect(rights).toContain('010100000000000512000000');
        }
      });
    });

    describe('refuses without a change if', () => {
      const refused = async (result: string) => {
        const hive = readHive();
        expect(await reset()).toBe(result);
        expect(readHive()).toEqual(hive);
        expect(files()).toEqual([]);
        expect(blockValues()).toEqual({ guard: 'kept', starts: '' });
      };

      it('C: is encrypted', async () => {
        fillC();
        execFileSync('dd', [`of=${volume}`, 'bs=1', 'seek=3', 'conv=notrunc,fsync'], {
          input: '-FVE-FS-',
          stdio: ['pipe', 'ignore', 'ignore'],
        });
        const encrypted = readFileSync(volume);
        expect(await reset()).toBe('bitlocker');
        expect(readFileSync(volume).equals(encrypted)).toBe(true);
      });

      it('Windows is hibernated', async () => {
        fillC();
        const hibernated = Buffer.alloc(8192);
        hibernated.write('hibr');
        onC((root) => writeFileSync(join(root, 'hiberfil.sys'), hibernated));
        expect(await reset()).toBe('hibernated');
      });

      it.each([
        [15, 'not_closed'],
        [13, 'failed'],
      ])('ntfs-3g.probe answers %i', async (code, result) => {
        fillC();
        tool('ntfs-3g.probe', `exit ${code}`);
        await refused(result);
      });

      it('the last changes of the registry are only in its log', async () => {
        const hive = fillC();
        hive.writeUInt32LE(hive.readUInt32LE(4) + 1, 4);
        onC((root) => writeFileSync(hivePath(root), hive));
        await refused('not_closed');
      });

      it('a value of the key cannot be written back', async () => {
        fillC({ ...SETUP, Odd: text('Ä') });
        await refused('failed');
      });

      it('the hive is no hive', async () => {
        fillC();
        onC((root) => writeFileSync(hivePath(root), Buffer.alloc(8192)));
        await refused('failed');
      });
    });

    describe('after a power cut', () => {
      /** Cuts the power at the given call of a program. A write of the hive is cut in its middle. */
      function cutAt(call: number): void {
        writeFileSync(stage.at('run', 'calls'), '');
        for (const name of ['cp', 'dd', 'rm', 'sync', 'mkdir', 'umount', 'ntfs-3g', 'hivexsh']) {
          const real = ['umount', 'ntfs-3g', 'hivexsh'].includes(name)
            ? path(name)
            : `${path('busybox')} ${name}`;
          tool(
            name,
            `echo ${name} >>/run/calls
            if [ "$(wc -l </run/calls)" -ge ${call} ]; then
              case "${name} $*" in dd*of=*/SYSTEM*) ${path('dd')} "$@" bs=4096 count=1 conv=notrunc 2>/dev/null ;; esac
              kill -9 -$(cat /run/shell)
              exit 1
            fi
            exec ${real} "$@"`,
          );
        }
      }
      const restoreTools = () => {
        for (const name of ['hivexsh', 'ntfs-3g', 'umount']) link(name);
        for (const name of ['cp', 'dd', 'rm', 'sync', 'mkdir'])
          tool(name, `exec ${path('busybox')} ${name} "$@"`);
      };
      const cut = async (command: string, call: number): Promise<boolean> => {
        cutAt(call);
        const done = await recovery(`echo $$ >/run/shell; ${command}`, 'setsid sh').then(
          () => true,
          () => false,
        );
        unmount();
        restoreTools();
        return done && readFileSync(stage.at('run', 'calls'), 'utf8').split('\n').length <= call;
      };
      const startsRecovery = () => blockValues().guard === 'counting';
      /** Reads the effect of the next start of Windows. */
      const windowsStart = (): 'as before' | 'sets the password' => {
        const setup = setupOf(readHive());
        if (setup['SetupType'] === '00000000') {
          expect(setup).toEqual(before());
          return 'as before';
        }
        expect(setup).toEqual(after());
        expect(files()).toEqual(
          expect.arrayContaining(['password.b64', 'password.ps1', 'reset.cmd']),
        );
        return 'sets the password';
      };

      it('leaves a Windows that starts as before or sets the password, at each step', async () => {
        const seen = new Set<string>();
        let held = 0;
        for (let call = 1; ; call += 1) {
          onC((root) => rmSync(join(root, 'WINDOWS'), { recursive: true, force: true }));
          fillC();
          writeBlock();
          rmSync(stage.at('run', 'guard', 'casement', 'reset'), { force: true });
          const order = { order: 'reset_password', reset_id: RESET_ID, password: PASSWORD };
          writeFileSync(stage.at('run', 'order'), JSON.stringify(order));
          writeFileSync(stage.at('run', 'report.json'), '{"boot_id":"b"}');
          const completed = await cut('reset_password', call);
          if (startsRecovery()) {
            held += 1;
            // Cut once more, at a step that moves with the first.
            await cut('undo_reset', 1 + (call % 9));
            if (startsRecovery()) await recovery('undo_reset');
            expect(blockValues()).toEqual({ guard: 'kept', starts: '' });
          }
          const effect = windowsStart();
          seen.add(effect);
          // The next start of the recovery system.
          await recovery('undo_reset');
          expect(windowsStart()).toBe(effect);
          if (effect === 'as before') expect(files()).toEqual([]);
          if (completed) break;
        }
        expect([...seen].sort()).toEqual(['as before', 'sets the password']);
        expect(held).toBeGreaterThan(2);
      }, 240_000);

      it('keeps the copy of an incomplete registry until it could be written back', async () => {
        fillC();
        await reset();
        const complete = readHive();
        const torn = Buffer.from(complete);
        torn.fill(0, 4096);
        onC((root) => {
          writeFileSync(hivePath(root), torn);
          writeFileSync(join(folder(root), 'SYSTEM'), complete);
        });
        const sequence = complete.subarray(4, 8).toString('hex');
        writeFileSync(stage.at('run', 'guard', 'casement', 'reset'), `${sequence} ffffffff\n`);
        await recovery('hold_windows');
        tool('dd', `case "$*" in *of=*/SYSTEM*) exit 1 ;; esac; exec ${path('busybox')} dd "$@"`);
        expect(await reset()).toBe('failed');
        expect(readHive()).toEqual(torn);
        expect(onC((root) => readFileSync(join(folder(root), 'SYSTEM')))).toEqual(complete);
        expect(startsRecovery()).toBe(true);
        restoreTools();
        expect(await reset()).toBe('written');
        expect(setupOf(readHive())).toEqual(after());
      });

      it('keeps an order that Windows has not followed yet if the next one fails', async () => {
        fillC();
        await reset();
        tool('cp', `case "$*" in *password.ps1*) exit 1 ;; esac; exec ${path('busybox')} cp "$@"`);
        expect(await reset()).toBe('failed');
        expect(windowsStart()).toBe('sets the password');
        expect(files()).toEqual(['password.b64', 'password.ps1', 'reset.cmd']);
        expect(blockValues()).toEqual({ guard: 'kept', starts: '' });
      });

      it('keeps a registry that Windows has written since', async () => {
        fillC();
        await reset();
        const written = readHive();
        written.writeUInt32LE(900, 4);
        written.writeUInt32LE(900, 8);
        onC((root) => {
          writeFileSync(hivePath(root), written);
          writeFileSync(join(folder(root), 'SYSTEM'), 'earlier');
        });
        writeFileSync(stage.at('run', 'guard', 'casement', 'reset'), '01000000 02000000\n');
        await recovery('hold_windows; undo_reset');
        expect(readHive()).toEqual(written);
        expect(blockValues()).toEqual({ guard: 'kept', starts: '' });
      });
    });
  },
);
