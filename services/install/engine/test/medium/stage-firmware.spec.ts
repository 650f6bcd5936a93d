import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentScripts } from '@casement/install-engine/scripts.js';

const OLD_ROOT = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const OLD_EFI = '0f8fad5b-d9cb-469f-a165-70867728950e';
const NEW_EFI = 'a3bb189e-8bf9-4888-9912-ace4e6543002';
const NEW_C = '886313e1-3b8a-4372-9b90-0c9aee199e5d';
const OTHERS = '16fd2706-8baf-433b-82eb-8c7fada847da';
const EFI_TYPE = 'c12a7328-f81f-11d2-ba4b-00a0c93ec93b';
const C_TYPE = 'ebd0a0a2-b9e5-4433-87c0-68b6b72699c7';

const hd = (id: string) => `HD(1,GPT,${id},0x800,0x20000)`;
const ENTRIES = `BootCurrent: 0004
Timeout: 0 seconds
BootOrder: 0004,0000,0005,0006
Boot0000* UiApp	FvVol(7cb8bdc9-f8eb-4f34-aaea-3ee4af6516a1)/FvFile(462caa21-7614-4503-836e-8ab6f4662331)
Boot0003* of this disk, made by the firmware	${hd(NEW_EFI)}/File(\\EFI\\BOOT\\BOOTX64.EFI)
Boot0004* debian	${hd(OLD_EFI.toUpperCase())}/File(\\EFI\\debian\\shimx64.efi)
Boot0005* of another disk	${hd(OTHERS)}/File(\\EFI\\ubuntu\\shimx64.efi)
Boot0006* UEFI PXEv4	PciRoot(0x0)/Pci(0x3,0x0)/MAC(525400ca5e01,1)/IPv4(0.0.0.00.0.0.0,0,0)
`;

describe('agent/firmware.sh with fake tools that record their calls', () => {
  let root: string;
  const at = (...segments: string[]) => join(root, ...segments);
  const asked = () => (existsSync(at('asked')) ? readFileSync(at('asked'), 'utf8') : '');

  const tool = (name: string, body: string) => {
    writeFileSync(at('bin', name), `#!/bin/sh\n${body}\n`);
    chmodSync(at('bin', name), 0o755);
  };
  const partitions = (...lines: string[]) => {
    writeFileSync(at('partitions'), lines.map((line) => `${line}\n`).join(''));
  };

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'casement-firmware-'));
    mkdirSync(at('bin'));
    mkdirSync(at('run'));
    mkdirSync(at('efivars'));
    for (const { name, content } of await agentScripts()) {
      const relocated = content
        .replaceAll('/run/', `${root}/run/`)
        .replaceAll('/sys/firmware/efi/efivars', at('efivars'));
      writeFileSync(at(name), relocated);
    }
    // Fake partx: prints the columns NR, UUID and TYPE from the `partitions` file.
    tool(
      'partx',
      `case $* in
        *NR,TYPE*) awk '{ print $1, $3 }' ${at('partitions')} ;;
        *) awk '{ print $2 }' ${at('partitions')} ;;
      esac`,
    );
    writeFileSync(at('entries'), ENTRIES);
    tool('efibootmgr', `[ "$1" = -v ] && exec cat ${at('entries')}; echo "$*" >>${at('asked')}`);
    tool('mount', `echo "mount $*" >>${at('asked')}`);
    tool('umount', 'true');
    tool('blockdev', 'true');
    partitions(`1 ${OLD_EFI} ${EFI_TYPE}`, `2 ${OLD_ROOT} ${C_TYPE}`);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const run = (commands: string) =>
    spawnSync('sh', ['-s'], {
      input: `disk=/dev/nvme0n1\n. ${at('disk.sh')}\n. ${at('firmware.sh')}\n${commands}\n`,
      env: { PATH: `${at('bin')}:${process.env['PATH']}` },
      encoding: 'utf8',
    });

  /** Replaces the disk as the writer does between the two steps. */
  function replaceDisk() {
    run('note_old_partitions');
    partitions(`1 ${NEW_EFI} ${EFI_TYPE.toUpperCase()}`, `2 ${NEW_C} ${C_TYPE}`);
  }

  it('removes the boot entries of the replaced disk’s partitions and puts ours first', () => {
    replaceDisk();
    expect(run('replace_boot_entries 1 Windows')).toMatchObject({ status: 0, stderr: '' });
    const calls = asked()
      .split('\n')
      .filter((line) => line.startsWith('-q'));
    expect(calls).toEqual([
      '-q -b 0003 -B',
      '-q -b 0004 -B',
      '-q -c -d /dev/nvme0n1 -p 1 -L Windows -l \\EFI\\BOOT\\BOOTX64.EFI',
    ]);
  });

  it('removes no entries if the old partitions have no ids', () => {
    partitions();
    run('note_old_partitions');
    run('replace_boot_entries 1 Windows');
    expect(asked()).not.toMatch(/ -B$/m);
  });

  it('reports that the firmware accepts no entries if its variables are unavailable', () => {
    rmSync(at('efivars'), { recursive: true });
    expect(run('replace_boot_entries 1 Windows').status).not.toBe(0);
    expect(asked()).toBe('');
  });

  it('finds the EFI boot partition and the loader on it', () => {
    replaceDisk();
    expect(run('efi_partition').stdout).toBe('1\n');
    mkdirSync(at('mnt', 'EFI', 'BOOT'), { recursive: true });
    expect(run(`has_loader 1 ${at('mnt')}`).status).toBe(1);
    writeFileSync(at('mnt', 'EFI', 'BOOT', 'BOOTX64.EFI'), 'MZ');
    expect(run(`has_loader 1 ${at('mnt')}`).status).toBe(0);
    expect(asked()).toContain(`mount -t vfat -o ro /dev/nvme0n1p1 ${at('mnt')}`);
    tool('mount', 'exit 32');
    expect(run(`has_loader 1 ${at('mnt')}`).status).toBe(2);
  });

  it('finds no boot partition on a disk without one', () => {
    partitions(`1 ${NEW_C} ${C_TYPE}`);
    expect(run('efi_partition').stdout).toBe('');
  });

  it('reports the backup GPT as moved only if it is at the end of the disk', () => {
    const disk = at('disk.img');
    const move = `disk=${disk} DISK_SIZE=$((1024 * 1024))\nmove_table_copy`;
    writeFileSync(disk, Buffer.alloc(2 ** 20));
    tool('sgdisk', 'true');
    expect(run(move).status).not.toBe(0);
    const end = Buffer.alloc(2 ** 20);
    end.write('EFI PART', 2 ** 20 - 512);
    writeFileSync(disk, end);
    expect(run(move).status).toBe(0);
    tool('sgdisk', 'exit 2');
    expect(run(move).status).not.toBe(0);
  });
});
