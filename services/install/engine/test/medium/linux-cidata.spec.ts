import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { newLinuxAccess } from '@casement/install-engine/linux/linux-access.js';
import { cloudInitFiles, linuxArchive } from '@casement/install-engine/linux/cloud-init.js';
import { planNetwork } from '@casement/install-engine/machine/network-plan.js';
import { assignments } from '@casement/install-engine/ssh/remote.js';
import { sampleFacts } from '@casement/install-engine/testing/sample-facts.js';
import { missingProgram, StageRoot } from '../stage/stage-root.js';

const MIB = 2 ** 20;
const DISK = 64 * MIB;
const IMAGE = 40 * MIB;
const TABLE = `label: gpt
first-lba: 34
1: start=2048, size=2048, type=21686148-6449-6E6F-744E-656564454649
2: start=4096, size=20480, type=C12A7328-F81F-11D2-BA4B-00A0C93EC93B
3: start=24576, size=40960, type=0FC63DAF-8483-4772-8E79-3D69D8477DE4
`;
const PROGRAMS = ['sfdisk', 'sgdisk', 'partx', 'mkdosfs', 'mcopy', 'awk', 'sha256sum', 'tar'];

function missing(): string | null {
  const reason = missingProgram();
  if (reason) return reason;
  try {
    for (const name of PROGRAMS) path(name);
    return null;
  } catch {
    return `no ${PROGRAMS.slice(0, 5).join(', ')} here`;
  }
}
const path = (name: string): string =>
  execFileSync('sh', ['-c', `PATH=$PATH:/usr/sbin:/sbin command -v ${name}`])
    .toString()
    .trim();

const reason = missing();

(reason === null ? describe : describe.skip)(
  `agent/cidata.sh${reason === null ? '' : ` (not run: ${reason})`}`,
  () => {
    const configuration = {
      installId: '0b0a8a5c-6c1a-4a8e-9d8e-3f6a1c2b4d5e',
      hostName: 'web-1',
      access: newLinuxAccess('Root-Pass-1', ''),
      network: planNetwork(sampleFacts()),
      sshPort: 22,
    };
    let stage: StageRoot;
    let disk: string;

    beforeEach(async () => {
      stage = await StageRoot.open();
      disk = stage.at('run', 'disk.raw');
      writeFileSync(disk, Buffer.alloc(IMAGE));
      execFileSync(path('sfdisk'), ['-q', disk], {
        input: TABLE,
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      execFileSync('truncate', ['-s', String(DISK), disk]);
      writeFileSync(stage.at('run', 'disk'), disk);
      writeFileSync(stage.at('run', 'mtu'), '1500');
      writeFileSync(stage.at('run', 'committed'), '');
      const env = { ...stage.job(), DISK_SIZE: DISK, FIRMWARE: 'uefi', KIND: 'linux' };
      writeFileSync(stage.at('etc', 'casement', 'job.env'), `${assignments(env)}\n`);
      for (const name of ['sgdisk', 'partx', 'mkdosfs', 'mcopy', 'mdir'])
        tool(name, `exec ${path(name)} "$@"`);
      // A partition of a file has no device, so the script gets a file that the test puts at its place.
      tool('blockdev', ':');
      tool(
        'mount',
        'rm -rf /run/cidata; mkdir /run/cidata; case "$*" in *ro*) mcopy -n -i /run/part ::* /run/cidata/ ;; esac',
      );
      tool(
        'umount',
        '[ -d /run/cidata ] || exit 1; for f in /run/cidata/*; do [ ! -e "$f" ] || mcopy -D o -o -i /run/part "$f" ::; done; rm -rf /run/cidata',
      );
      stage.replace(
        'disk.sh',
        'partition_of() { [ -e /run/part ] || truncate -s 4194304 /run/part; echo /run/part; }\n',
      );
      const firmware = readFileSync(`${import.meta.dirname}/../../agent/firmware.sh`, 'utf8');
      stage.replace(
        'firmware.sh',
        `${firmware}\nreplace_boot_entries() { echo "$2" >/run/entry; }\n`,
      );
      const partition = readFileSync(`${import.meta.dirname}/../../agent/partition.sh`, 'utf8');
      stage.replace(
        'partition.sh',
        `${partition.replace('/proc/sys/vm/drop_caches', '/run/caches')}\nsee_partition() { :; }\n`,
      );
      stage.answerFiles = (response) => response.end(linuxArchive(configuration));
    });
    afterEach(() => stage.close());

    function tool(name: string, body: string): void {
      const file = stage.at('bin', name);
      writeFileSync(`${file}.new`, stage.moved(`#!${stage.at('bin', 'sh')}\n${body}\n`), {
        mode: 0o755,
      });
      renameSync(`${file}.new`, file);
    }
    const run = () => stage.sh(stage.at('lib', 'cidata.sh'));
    const partitions = () =>
      execFileSync(path('partx'), ['-s', '-g', '-o', 'NR,START,END,NAME,TYPE', disk])
        .toString()
        .trim()
        .split('\n')
        .map((line) => line.trim().split(/\s+/));
    /** Reads a file from the FAT partition at its place on the disk. */
    const readBack = (file: string): string => {
      const [, start] = partitions().find(([, , , name]) => name === 'cidata')!;
      const copy = stage.at('run', 'disk.copy');
      writeFileSync(copy, readFileSync(disk));
      execFileSync(
        'dd',
        [`if=${stage.at('run', 'part')}`, `of=${copy}`, 'bs=512', `seek=${start}`, 'conv=notrunc'],
        { stdio: 'ignore' },
      );
      mkdirSync(stage.at('run', 'out'), { recursive: true });
      rmSync(stage.at('run', 'out', file), { force: true });
      execFileSync(path('mcopy'), [
        '-n',
        '-i',
        `${copy}@@${Number(start) * 512}`,
        `::${file}`,
        stage.at('run', 'out', file),
      ]);
      return readFileSync(stage.at('run', 'out', file), 'utf8');
    };
    const expectSettings = () => {
      expect(partitions()).toHaveLength(4);
      const [, start, end, , type] = partitions()[3];
      expect(type).toBe('ebd0a0a2-b9e5-4433-87c0-68b6b72699c7');
      expect(Number(start)).toBeGreaterThan(IMAGE / 512 - 34);
      expect(Number(end)).toBeLessThan(DISK / 512 - 33);
      const files = cloudInitFiles(configuration);
      expect(JSON.parse(readBack('meta-data'))).toEqual(JSON.parse(files['meta-data']));
      expect(JSON.parse(readBack('network-config'))).toEqual(JSON.parse(files['network-config']));
      const userData = readBack('user-data');
      expect(userData).toMatch(/^#cloud-config\n/);
      expect(JSON.parse(userData.slice(userData.indexOf('\n')))).toMatchObject({
        ssh_keys: { ed25519_public: configuration.access.hostKey.public },
      });
      expect(userData).not.toContain('Root-Pass-1');
    };
    const events = () => stage.calls.flatMap(({ form }) => form['event'] || []);

    it('adds a FAT partition with the settings behind the image, and no other change', async () => {
      const before = readFileSync(disk).subarray(34 * 512, IMAGE - MIB);
      await run();
      expectSettings();
      expect(
        readFileSync(disk)
          .subarray(34 * 512, IMAGE - MIB)
          .equals(before),
      ).toBe(true);
      expect(events()).toEqual(['configured', 'restarting']);
      expect(readFileSync(stage.at('run', 'entry'), 'utf8')).toBe('Linux\n');
    });

    it('uses its partition again after an interruption', async () => {
      await run();
      await run();
      expectSettings();
    });

    it('does nothing before the commit', async () => {
      rmSync(stage.at('run', 'committed'));
      const before = readFileSync(disk);
      await expect(run()).rejects.toThrow();
      expect(readFileSync(disk).equals(before)).toBe(true);
      expect(stage.calls).toEqual([]);
    });

    it('reports damaged settings and is retried', async () => {
      stage.answerFiles = (response) => response.end(linuxArchive(configuration).subarray(0, 2000));
      await expect(run()).rejects.toThrow();
      expect(stage.calls.at(-1)).toMatchObject({
        name: 'failure',
        form: { code: 'CONFIGURE_FAILED', final: 'no' },
      });
      stage.answerFiles = (response) => response.end(linuxArchive(configuration));
      await run();
      expectSettings();
    });
  },
);
