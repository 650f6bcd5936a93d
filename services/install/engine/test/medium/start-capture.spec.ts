import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseFacts } from '@casement/install-engine/machine/facts.js';
import { vpsScript } from '@casement/install-engine/scripts.js';

/** VPS data from which facts.sh determines what booted its kernel. */
interface Started {
  cmdline: string;
  /** Files in /boot. */
  files?: string[];
  /** Files in the EFI partition at /boot/efi; not mounted if absent. */
  efi?: string[];
  /** Files in efivars. */
  variables?: string[];
  lilo?: string;
}

const GRUB = 'root=UUID=1-2 ro quiet';

describe('facts.sh: what booted the VPS', () => {
  let root: string;
  const at = (...segments: string[]) => join(root, ...segments);
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'casement-start-'))));
  afterEach(() => rmSync(root, { recursive: true }));

  const writeFixture = (...segments: string[]) => {
    mkdirSync(dirname(at(...segments)), { recursive: true });
    writeFileSync(at(...segments), '');
  };

  async function capture({ cmdline, files = [], efi, variables = [], lilo }: Started) {
    mkdirSync(at('boot', 'efi'), { recursive: true });
    for (const file of files) writeFixture('boot', file);
    for (const file of efi ?? []) writeFixture('boot', 'efi', file);
    for (const variable of variables) writeFixture('efi', 'efivars', variable);
    writeFileSync(at('cmdline'), `${cmdline}\n`);
    if (lilo !== undefined) writeFileSync(at('lilo.conf'), lilo);
    // Mounted from /dev/vda15, device number 254:15.
    const mount = `99 1 254:15 / ${at('boot', 'efi')} rw - vfat /dev/vda15 rw\n`;
    writeFileSync(at('mountinfo'), efi ? mount : '');
    mkdirSync(at('dev', '254:15'), { recursive: true });
    const script = (await vpsScript('facts'))
      .replaceAll('/proc/cmdline', at('cmdline'))
      .replaceAll('/etc/lilo.conf', at('lilo.conf'))
      .replaceAll('/proc/self/mountinfo', at('mountinfo'))
      .replaceAll('/sys/dev/block', at('dev'))
      .replaceAll('/sys/firmware/efi', at('efi'))
      .replace('ls /boot /efi /boot/efi', 'true')
      .replace('for dir in / /boot/ ', `for dir in ${at('boot')}/ `);
    const { stdout } = spawnSync('sh', ['-s'], { input: script, encoding: 'utf8' });
    const { startedFromDisk, loaderDisks, loader } = parseFacts(stdout);
    return { startedFromDisk, loaderDisks, loader };
  }

  it.each<[string, Started]>([
    [
      'GRUB',
      {
        cmdline: `BOOT_IMAGE=/boot/vmlinuz-6.1.0-56-amd64 ${GRUB}`,
        files: ['vmlinuz-6.1.0-56-amd64'],
      },
    ],
    [
      'GRUB with a separate /boot',
      {
        cmdline: `BOOT_IMAGE=(hd0,gpt3)/vmlinuz-5.14.0-611.el9.x86_64 ${GRUB}`,
        files: ['vmlinuz-5.14.0-611.el9.x86_64'],
      },
    ],
    [
      'GRUB in a btrfs subvolume',
      { cmdline: `BOOT_IMAGE=/@/boot/vmlinuz-6.1 ${GRUB}`, files: ['vmlinuz-6.1'] },
    ],
    ['EXTLINUX', { cmdline: `BOOT_IMAGE=vmlinuz-virt ${GRUB}`, files: ['vmlinuz-virt'] }],
    [
      'LILO, which passes a label',
      {
        cmdline: 'auto BOOT_IMAGE=Linux ro root=fe01',
        lilo: 'boot = /dev/vda\nimage = /boot/vmlinuz\n  label = "Linux"\n  root = /dev/vda1\n',
      },
    ],
    [
      'systemd-boot',
      {
        cmdline: `initrd=\\0f1e\\6.12\\initrd.img ${GRUB}`,
        efi: ['0f1e/6.12/initrd.img'],
      },
    ],
    [
      'a unified kernel',
      { cmdline: GRUB, variables: ['StubInfo-4a67b082-0a4c-41cf-b6c7-440b29bb8c4f'] },
    ],
  ])('recognizes a boot from the disk: %s', async (_, started) => {
    expect(await capture(started)).toMatchObject({ startedFromDisk: true });
  });

  it.each<[string, Started]>([
    ['QEMU’s -kernel', { cmdline: 'root=/dev/vda1 console=ttyS0', files: ['vmlinuz-6.1'] }],
    [
      'QEMU’s -kernel on UEFI, with a file of the same name on the disk',
      { cmdline: 'initrd=initrd root=/dev/vda2', files: ['initrd'], efi: ['initrd'] },
    ],
    [
      'a network boot of a file that is not on the disk',
      { cmdline: `BOOT_IMAGE=images/vmlinuz-cloud ${GRUB}`, files: ['vmlinuz-6.1'] },
    ],
    [
      'a label that is not in LILO’s configuration',
      { cmdline: `BOOT_IMAGE=rescue ${GRUB}`, lilo: 'image = /boot/vmlinuz\n  label = Linux\n' },
    ],
  ])('recognizes that the disk was not booted: %s', async (_, started) => {
    expect(await capture(started)).toMatchObject({ startedFromDisk: false });
  });

  it('reads the name of the boot loader if it is reported', async () => {
    const cmdline = 'initrd=\\0f1e\\6.12\\initrd.img root=UUID=1-2';
    expect(await capture({ cmdline })).toMatchObject({ loader: '' });
    mkdirSync(at('efi', 'efivars'), { recursive: true });
    writeFileSync(
      at('efi', 'efivars', 'LoaderInfo-4a67b082-0a4c-41cf-b6c7-440b29bb8c4f'),
      Buffer.concat([Buffer.from([6, 0, 0, 0]), Buffer.from('systemd-boot 252.39\0', 'utf16le')]),
    );
    expect(await capture({ cmdline })).toMatchObject({ loader: 'systemd-boot 252.39' });
  });

  it('finds the disk of an EFI partition that has a boot loader', async () => {
    const cmdline = `BOOT_IMAGE=/boot/vmlinuz ${GRUB}`;
    expect((await capture({ cmdline, efi: ['EFI/debian/shimx64.efi'] })).loaderDisks).toHaveLength(
      1,
    );
    rmSync(at('boot'), { recursive: true });
    expect((await capture({ cmdline, efi: ['EFI/debian/grub.cfg'] })).loaderDisks).toEqual([]);
    expect((await capture({ cmdline })).loaderDisks).toEqual([]);
  });
});
