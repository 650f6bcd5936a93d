import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Hive } from '@casement/windows-image/registry/hive.js';
import {
  binary,
  number,
  regFile,
  text,
  type RegistryChanges,
} from '@casement/windows-image/registry/reg-file.js';
import { emptyHive } from '@casement/windows-image/testing/empty-hive.js';
import { missingProgram, StageRoot } from '../stage/stage-root.js';

const MIB = 2 ** 20;
const PROGRAMS = ['hivexregedit', 'hivexsh', 'mkntfs', 'ntfs-3g', 'ntfs-3g.probe', 'unshare'];
const path = (name: string): string =>
  execFileSync('sh', ['-c', `PATH=$PATH:/usr/sbin:/sbin command -v ${name}`])
    .toString()
    .trim();

function missing(): string | null {
  if (process.getuid?.() !== 0) return 'not root';
  if (!existsSync('/dev/fuse')) return 'no /dev/fuse here';
  try {
    PROGRAMS.forEach(path);
    return missingProgram();
  } catch {
    return `no ${PROGRAMS.join(', ')} here`;
  }
}
const reason = missing();

const SYSTEM = 'Windows/System32/config/SYSTEM';
const SERVICE = 'ControlSet001\\Services\\viostor';
const BOOT_MANAGER = '{9dea862c-5cdd-4e70-acc1-f32b344d4795}';
const [ENTRY, OTHER, NO_ENTRY] = [1, 2, 3].map(
  (n) => `{${`${n}`.repeat(8)}-0000-4000-8000-00000000ca5e}`,
);
const DRIVER = { 'Windows/System32/drivers/viostor.sys': 'driver' };

/** Builds a hive with these keys. */
function hive(changes: RegistryChanges, folder: string): Buffer {
  const [file, reg] = [join(folder, 'hive'), join(folder, 'hive.reg')];
  const content = regFile(changes);
  let built = hives.get(content);
  if (!built) {
    writeFileSync(file, emptyHive());
    writeFileSync(reg, content);
    execFileSync('hivexregedit', ['--merge', file, reg]);
    hives.set(content, (built = readFileSync(file)));
  }
  return Buffer.from(built);
}
const hives = new Map<string, Buffer>();
/** Volumes by their content, with the fingerprint if it was read. */
const volumes = new Map<string, { bytes: Buffer; seal: string }>();

/** Moves a key's list of subkeys behind an index root, as in hives with more than 500 services. */
function withIndexRoot(bytes: Buffer, keyName: string): Buffer {
  const name = bytes.indexOf(keyName, 'latin1');
  const key = name - 76;
  expect(bytes.toString('latin1', key, key + 2)).toBe('nk');
  const bin = Buffer.alloc(4096);
  bin.write('hbin', 0, 'latin1');
  bin.writeUInt32LE(bytes.length - 4096, 4);
  bin.writeUInt32LE(4096, 8);
  bin.writeInt32LE(-16, 32);
  bin.write('ri', 36, 'latin1');
  bin.writeUInt16LE(1, 38);
  bin.writeUInt32LE(bytes.readUInt32LE(key + 28), 40);
  bin.writeInt32LE(4096 - 48, 48);
  bytes.writeUInt32LE(bytes.length - 4096 + 32, key + 28);
  const grown = Buffer.concat([bytes, bin]);
  grown.writeUInt32LE(grown.length - 4096, 40);
  let sum = 0;
  for (let at = 0; at < 508; at += 4) sum ^= grown.readUInt32LE(at);
  grown.writeUInt32LE(sum >>> 0, 508);
  return grown;
}

const hashOf = (...parts: (Buffer | string)[]): string =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');
const bytesOf = (files: Record<string, Buffer | string>): number =>
  Object.values(files).reduce((sum, { length }) => sum + length, 0);

/** Marks an NTFS volume as dirty, like a Windows that was switched off. */
function makeDirty(volume: Buffer): void {
  const cluster = volume.readUInt16LE(11) * volume.readUInt8(13);
  const record = Number(volume.readBigUInt64LE(48)) * cluster + 3 * 1024;
  let at = record + volume.readUInt16LE(record + 20);
  while (volume.readUInt32LE(at) !== 0x70) at += volume.readUInt32LE(at + 4);
  volume.writeUInt16LE(1, at + volume.readUInt16LE(at + 20) + 10);
}

(reason === null ? describe : describe.skip)(
  `agent/second-chance.sh${reason === null ? '' : ` (not run: ${reason})`}`,
  () => {
    let stage: StageRoot;
    let seal: string;

    beforeEach(async () => {
      stage = await StageRoot.open();
      mkdirSync(stage.at('run', 'guard', 'casement'), { recursive: true });
      for (const name of ['busybox', 'hivexsh', 'ntfs-3g', 'ntfs-3g.probe'])
        symlinkSync(path(name), stage.at('bin', name));
      const real = readFileSync(`${import.meta.dirname}/../../agent/disk.sh`, 'utf8');
      stage.replace('disk.sh', real);
    });
    afterEach(() => stage.close());

    /** Runs a command with the functions of recovery.sh in a namespace whose mounts and processes end with it. */
    const run = (command: string, settings: Record<string, string> = {}) => {
      const script = stage.moved(`
        . /usr/lib/casement/lib.sh
        . /usr/lib/casement/disk.sh
        . /usr/lib/casement/evidence.sh
        . /usr/lib/casement/partition.sh
        . /usr/lib/casement/boot-store.sh
        . /usr/lib/casement/second-chance.sh
        disk=/dev/none WINDOWS_PARTITION=2 FIRMWARE=bios bus=virtio-blk SEAL=${seal ?? ''}
        partition_of() { echo /run/disk$2; }
        bus_of() { echo $bus; }
        efi_partition() { echo 1; }
        forget_cache() { :; }
        tell() { echo "$1" >>/run/done; }
        restart_now() { echo restart >>/run/done; }
        mount() {
          case "$*" in
            *remount*) ;;
            # The EFI partition of these tests is a folder.
            *) busybox mount --bind /run/esp.files "$(eval echo \\$$#)" ;;
          esac
        }
        # The driver of a file ends after the volume was unmounted.
        umount() {
          busybox umount "$@" || return 1
          grep -q ' /run/' /proc/mounts || while grep -qs '^ntfs-3g' /proc/[0-9]*/cmdline; do usleep 5000; done
        }
        ${Object.entries(settings)
          .map(([name, value]) => `${name}='${value}'`)
          .join('\n')}
        ${command}`);
      const result = spawnSync(
        path('unshare'),
        [
          '--mount',
          '--pid',
          '--fork',
          '--kill-child',
          '--mount-proc',
          stage.at('bin', 'busybox'),
          'sh',
          '-c',
          script,
        ],
        { env: { PATH: stage.at('bin') }, encoding: 'utf8', timeout: 30_000 },
      );
      return result.stdout.trim();
    };
    const CHANCE = 'second_chance; second_chances';

    /** Writes files to a new NTFS volume, or to the folder that takes the place of the EFI partition. */
    const fill = (volume: string, files: Record<string, Buffer | string>) => {
      const from = stage.at('run', `${volume}.files`);
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(from, name)), { recursive: true });
        writeFileSync(join(from, name), content);
      }
      if (volume === 'esp') return '';
      const file = stage.at('run', volume);
      const content = hashOf(...Object.entries(files).flat());
      const built = volumes.get(content);
      if (built) {
        writeFileSync(file, built.bytes);
        return built.seal;
      }
      writeFileSync(file, Buffer.alloc((bytesOf(files) < MIB ? 4 : 16) * MIB));
      execFileSync(
        path('mkntfs'),
        ['-q', '-Q', '-F', '-s', '512', '-p', '0', '-H', '0', '-S', '0', file],
        { stdio: 'ignore' },
      );
      run(
        `mkdir -p /run/c; ntfs-3g /run/${volume} /run/c && cp -R /run/${volume}.files/. /run/c/; umount /run/c`,
      );
      const seal = run(`fingerprint /run/${volume}`);
      volumes.set(content, { bytes: readFileSync(file), seal });
      return seal;
    };
    const readFile = (volume: string, name: string): Buffer => {
      run(
        `mkdir -p /run/c; ntfs-3g -o ro /run/${volume} /run/c && cp "/run/c/${name}" /run/read; umount /run/c`,
      );
      return readFileSync(stage.at('run', 'read'));
    };
    const writeBlock = (values: Record<string, string> = {}) => {
      const all = {
        guard: 'counting',
        limit: 'xxxx',
        windows: 'msdos1',
        args: 'quiet',
        once: '',
        starts: 'xxxx',
        ...values,
      };
      const lines = Object.entries(all).map(([name, value]) => `${name}=${value}\n`);
      const block = `# GRUB Environment Block\n${lines.join('')}`.padEnd(1024, '#');
      writeFileSync(stage.at('run', 'guard', 'casement', 'guard.env'), block);
    };
    const block = () => {
      const content = readFileSync(stage.at('run', 'guard', 'casement', 'guard.env'), 'latin1');
      expect(content).toHaveLength(1024);
      return Object.fromEntries(
        [...content.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
      );
    };
    const done = () =>
      existsSync(stage.at('run', 'done')) ? readFileSync(stage.at('run', 'done'), 'utf8') : '';

    const system = (service: RegistryChanges[string], more: RegistryChanges = {}) =>
      hive(
        {
          Select: { Current: number(2), Default: number(1) },
          'ControlSet001\\Services\\vioscsi': { Start: number(3) },
          ControlSet002: { other: number(1) },
          [SERVICE]: { Type: number(1), ...service },
          ...more,
        },
        stage.at('run'),
      );
    const aWindows = (bytes: Buffer, files: Record<string, Buffer | string> = DRIVER) => {
      seal = fill('disk2', { [SYSTEM]: bytes, ...files });
      writeBlock();
    };
    const service = (bytes: Buffer, key = SERVICE) => Hive.open(bytes).key(key);
    const differing = (one: Buffer, other: Buffer) =>
      one.length === other.length ? one.filter((byte, at) => byte !== other[at]).length : -1;
    const state = () =>
      hashOf(
        ...['disk2', 'guard/casement/guard.env'].map((file) => readFileSync(stage.at('run', file))),
      );
    const changesNothing = (settings: Record<string, string> = {}) => {
      const before = state();
      const out = run(CHANCE, settings);
      expect(done()).toBe('');
      expect(state()).toBe(before);
      return out;
    };

    describe('driver', () => {
      it.each([
        ['that starts on demand', { Start: number(3) }, 1],
        [
          'that is disabled',
          { Start: number(4), ImagePath: text('\\SystemRoot\\System32\\DRIVERS\\VIOSTOR.SYS') },
          1,
        ],
      ] as const)('%s starts with Windows afterwards', (_, values, bytes) => {
        const before = system(values);
        aWindows(before);
        expect(run(CHANCE)).toBe('viostor');
        const after = readFile('disk2', SYSTEM);
        expect(service(after)?.number('Start')).toBe(0);
        expect(differing(before, after)).toBe(bytes);
        expect(block()).toMatchObject({
          guard: 'counting',
          starts: '',
          limit: 'xxxx',
          second_chance: 'viostor',
        });
        expect(done()).toBe('Repaired: viostor. Starting Windows again.\nrestart\n');
      });

      it('that other hardware did not need starts with Windows afterwards', () => {
        const key = `${SERVICE}\\StartOverride`;
        const before = system(
          { Start: number(0) },
          { [key]: { '0': number(3), '1': number(0), '2': number(4) } },
        );
        aWindows(before);
        expect(run(CHANCE)).toBe('viostor');
        const after = readFile('disk2', SYSTEM);
        for (const name of ['0', '1', '2']) expect(service(after, key)?.number(name)).toBe(0);
        expect(differing(before, after)).toBe(2);
      });

      it.each([
        ['vioscsi', 'virtio-scsi'],
        ['storahci', 'sata'],
        ['stornvme', 'nvme'],
      ])('%s is that of a disk by %s', (name, bus) => {
        const services = { [`ControlSet001\\Services\\${name}`]: { Start: number(3) } };
        aWindows(system({ Start: number(0) }, services), {
          [`Windows/System32/drivers/${name}.sys`]: 'driver',
        });
        expect(run(CHANCE, { bus })).toBe(name);
        expect(
          service(readFile('disk2', SYSTEM), `ControlSet001\\Services\\${name}`)?.number('Start'),
        ).toBe(0);
      });

      it('is found among many services', () => {
        const services = Object.fromEntries(
          Array.from({ length: 600 }, (_, n) => [
            `ControlSet001\\Services\\svc${n}`,
            { Start: number(3) },
          ]),
        );
        const before = withIndexRoot(system({ Start: number(3) }, services), 'Services');
        aWindows(before);
        expect(run(CHANCE)).toBe('viostor');
        expect(differing(before, readFile('disk2', SYSTEM))).toBe(1);
      });

      it('leaves the seal of the changed volume', () => {
        aWindows(system({ Start: number(3) }));
        run(CHANCE);
        const volume = run('fingerprint /run/disk2');
        expect(block()['seal']).toBe(volume);
        seal = 'a'.repeat(64);
        expect(run('second_chance; echo $SEAL')).toBe(volume);
      });
    });

    describe('disk that must not be changed', () => {
      const OFF = { Start: number(3) };
      it.each<[string, () => void, Record<string, string>?]>([
        ['of a kept Windows', () => writeBlock({ guard: 'kept' })],
        ['of a Windows that worked', () => writeBlock({ guard: 'passed' })],
        ['with starts left', () => writeBlock({ starts: 'xxx' })],
        ['with an unreadable block', () => writeBlock({ guard: 'odd' })],
        ['that Windows has changed', () => (seal = 'a'.repeat(64))],
        ['without a seal', () => (seal = '')],
        ['on another bus', () => undefined, { bus: '' }],
        ['whose driver belongs to another bus', () => undefined, { bus: 'nvme' }],
        ['with a larger registry', () => undefined, { MAX_HIVE: '4096' }],
        [
          'about which the service may already order something',
          () => writeFileSync(stage.at('run', 'claimed'), ''),
        ],
        ['whose block has no room', () => writeBlock({ args: 'x'.repeat(930) })],
      ])('stays the same: %s', (_, prepare, settings = {}) => {
        aWindows(system(OFF));
        prepare();
        expect(changesNothing(settings)).toBe('');
      });

      it.each<[string, () => Buffer, Record<string, string>?]>([
        ['a driver that starts', () => system({ Start: number(0) })],
        ['no driver file', () => system(OFF), {}],
        [
          'another driver file',
          () => system({ ...OFF, ImagePath: text('System32\\drivers\\other.sys') }),
        ],
        [
          'no service',
          () =>
            hive(
              { Select: { Default: number(1) }, 'ControlSet001\\Services': { a: number(1) } },
              stage.at('run'),
            ),
        ],
        ['a service of another control set', () => system(OFF, { Select: { Default: number(2) } })],
        ['no control set', () => hive({ [SERVICE]: OFF }, stage.at('run'))],
        ['a registry that is none', () => Buffer.from('regf and noise')],
        [
          'a registry whose last changes are only in its log',
          () => {
            const bytes = system(OFF);
            bytes.writeUInt32LE(bytes.readUInt32LE(4) + 1, 4);
            return bytes;
          },
        ],
      ])('stays the same: with %s', (_, bytes, files = DRIVER) => {
        aWindows(bytes(), files);
        expect(changesNothing()).toBe('');
      });

      it('stays the same: hibernated', () => {
        aWindows(system(OFF), { ...DRIVER, 'hiberfil.sys': 'hibr'.padEnd(4096, '\0') });
        expect(changesNothing()).toBe('');
      });

      it('stays the same: dirty', () => {
        aWindows(system(OFF));
        const volume = readFileSync(stage.at('run', 'disk2'));
        makeDirty(volume);
        writeFileSync(stage.at('run', 'disk2'), volume);
        seal = run('fingerprint /run/disk2');
        expect(changesNothing()).toBe('');
      });

      it.each([
        ['was repaired', 'viostor', 'viostor'],
        ['may have been repaired before a crash', 'tried', ''],
      ])('stays the same: %s once', (_, mark, reported) => {
        aWindows(system(OFF));
        writeBlock({ second_chance: mark });
        expect(changesNothing()).toBe(reported);
      });
    });

    describe('crash', () => {
      const start = () => service(readFile('disk2', SYSTEM))?.number('Start');
      it.each([
        ['before the change', 'change() { exit 1; }', { start: 3, starts: 'xxxx', mark: 'tried' }],
        [
          'after the change',
          'dd() { case "$*" in *guard.env*) [ ! -e /run/marked ] || exit 1; >/run/marked ;; esac; busybox dd "$@"; }',
          { start: 0, starts: 'xxxx', mark: 'tried' },
        ],
        [
          'before the restart',
          'restart_now() { exit 1; }',
          { start: 0, starts: '', mark: 'viostor' },
        ],
      ])('%s leads to no second repair', (_, fault, expected) => {
        aWindows(system({ Start: number(3) }));
        run(`${fault}\n${CHANCE}`);
        expect({
          start: start(),
          starts: block()['starts'],
          mark: block()['second_chance'],
        }).toEqual(expected);
        writeFileSync(stage.at('run', 'done'), '');
        run('rm -f /run/claimed');
        changesNothing();
      });

      it('before the mark changes nothing', () => {
        aWindows(system({ Start: number(3) }));
        run(`set_in_block() { return 1; }\n${CHANCE}`);
        expect(start()).toBe(3);
        expect(done()).toBe('');
      });

      it('leaves the old number if the disk does not keep the new one', () => {
        aWindows(system({ Start: number(3) }));
        const fault = `bytes_in() { [ -e /run/wrong ] && { rm /run/wrong; echo; return; }; escaped -j "$2" -N "$3" "$1"; }
          forget_cache() { [ -e /run/once ] || { >/run/once; >/run/wrong; }; }`;
        expect(run(`${fault}\n${CHANCE}`)).toBe('');
        expect(start()).toBe(3);
        expect(block()).toMatchObject({ starts: 'xxxx', second_chance: 'tried' });
        expect(done()).toBe('');
      });
    });

    describe('boot entry', () => {
      const WINLOAD = { 'Windows/System32/winload.exe': 'loader' };
      const entry = (
        id: string,
        more: Record<string, ReturnType<typeof binary>> = {},
      ): RegistryChanges => ({
        [`Objects\\${id}\\Description`]: { Type: number(0x10200003) },
        ...Object.fromEntries(
          Object.entries({
            '11000001': binary(Buffer.from([6])),
            '12000002': text('\\Windows\\system32\\winload.exe'),
            '21000001': binary(Buffer.from([6])),
            ...more,
          }).map(([element, Element]) => [`Objects\\${id}\\Elements\\${element}`, { Element }]),
        ),
      });
      const store = (chosen: string, ...entries: RegistryChanges[]) =>
        hive(
          Object.assign(
            { [`Objects\\${BOOT_MANAGER}\\Elements\\23000003`]: { Element: text(chosen) } },
            ...entries,
          ),
          stage.at('run'),
        );
      const chosen = (bytes: Buffer) =>
        Hive.open(bytes).key(`Objects\\${BOOT_MANAGER}\\Elements\\23000003`)?.value('Element')
          ?.data;
      const RECOVERY = entry(OTHER, { '26000022': binary(Buffer.from([1])) });
      const aStore = (bytes: Buffer, start = 0) => {
        aWindows(system({ Start: number(start) }), { ...DRIVER, ...WINLOAD });
        fill('disk1', { 'Boot/BCD': bytes });
      };

      it('that exists becomes the default one', () => {
        const before = store(NO_ENTRY, entry(ENTRY), RECOVERY);
        aStore(before);
        expect(run(CHANCE)).toBe('boot_entry');
        const after = readFile('disk1', 'Boot/BCD');
        expect(chosen(after)).toEqual(text(ENTRY).data);
        expect(differing(before, after)).toBe(8);
        expect(block()).toMatchObject({ starts: '', second_chance: 'boot_entry' });
      });

      it('is repaired together with the driver', () => {
        aStore(store(NO_ENTRY, entry(ENTRY)), 3);
        expect(run(CHANCE)).toBe('viostor\nboot_entry');
        expect(chosen(readFile('disk1', 'Boot/BCD'))).toEqual(text(ENTRY).data);
        expect(service(readFile('disk2', SYSTEM))?.number('Start')).toBe(0);
      });

      it('is repaired on the EFI partition', () => {
        aWindows(system({ Start: number(0) }), { ...DRIVER, ...WINLOAD });
        writeBlock({ windows: '' });
        writeFileSync(stage.at('run', 'disk1'), Buffer.alloc(512));
        fill('esp', { 'EFI/Microsoft/Boot/BCD': store(NO_ENTRY, entry(ENTRY)) });
        expect(run(CHANCE, { FIRMWARE: 'uefi' })).toBe('boot_entry');
        expect(
          chosen(readFileSync(stage.at('run', 'esp.files', 'EFI/Microsoft/Boot/BCD'))),
        ).toEqual(text(ENTRY).data);
      });

      it.each<[string, () => Buffer]>([
        ['the default one is complete', () => store(ENTRY, entry(ENTRY))],
        ['there are two', () => store(NO_ENTRY, entry(ENTRY), entry(OTHER))],
        ['there is none', () => store(NO_ENTRY)],
        ['only Windows RE has one', () => store(NO_ENTRY, RECOVERY)],
        ['the default one is no identifier', () => store('none', entry(ENTRY))],
        [
          'its loader does not exist',
          () => store(NO_ENTRY, entry(ENTRY, { '12000002': text('\\other.exe') })),
        ],
        ['the store is damaged', () => Buffer.from('nothing')],
      ])('stays the same if %s', (_, bytes) => {
        aStore(bytes());
        const before = readFileSync(stage.at('run', 'disk1'));
        expect(changesNothing()).toBe('');
        expect(readFileSync(stage.at('run', 'disk1')).equals(before)).toBe(true);
      });
    });

    it.each([
      ['viostor,boot_entry', ['viostor', 'boot_entry']],
      ['tried', []],
      ['', []],
    ])('reports what was repaired: %j', (mark, expected) => {
      writeBlock(mark ? { second_chance: mark } : {});
      run(`
        cat() { case $1 in /sys/*) echo 8 ;; *) busybox cat "$@" ;; esac; }
        abilities() { :; }
        gather`);
      expect(JSON.parse(readFileSync(stage.at('run', 'report.json'), 'utf8'))).toMatchObject({
        second_chance: expected,
      });
    });
  },
);
