import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildImage } from '@casement/windows-image/build/build-image.js';
import {
  mediumIso,
  MEDIUM_PROGRAMS,
  run,
  write,
  writeMedium,
} from '@casement/windows-image/testing/windows-medium.js';

const QEMU = '/usr/bin/qemu-system-x86_64';
const OVMF = '/usr/share/OVMF/OVMF_CODE_4M.fd';
/** File of grub-efi-amd64-bin, the package from which grub-mkimage builds the medium's boot loader. */
const GRUB = '/usr/lib/grub/x86_64-efi/moddep.lst';
const needed = [...MEDIUM_PROGRAMS, QEMU, OVMF, '/usr/bin/grub-mkimage', GRUB, '/usr/bin/python3'];
const withPrograms = needed.every((path) => existsSync(path)) ? describe : describe.skip;
const SCRIPT = join(__dirname, '../../windows-image/images/by-setup.sh');
/** mov dx, 0x604; mov ax, 0x2000; out dx, ax; hlt: powers off the machine. */
const SWITCH_OFF = Buffer.from('ba0406b80020eff4', 'hex');

withPrograms('by-setup.sh with a medium that powers the machine off', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'casement-setup-'));
    writeMedium(
      folder,
      { name: 'Core', id: 'ServerStandardCore' },
      { name: 'Desktop', id: 'ServerStandard' },
    );
    const iso = mediumIso(folder, 'medium');
    const drivers = join(folder, 'drivers');
    await buildImage({
      iso,
      drivers,
      output: join(folder, 'made.raw'),
      edition: '2',
      sizeMib: 400,
    });
    makeBootable();
    await writeFile(join(folder, 'qemu-system-x86_64'), STAND_IN);
    await chmod(join(folder, 'qemu-system-x86_64'), 0o755);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  afterEach(() => rm(join(folder, 'out.raw'), { force: true }));

  /** Runs the real QEMU and writes an image to the disk, like set-up would. Keeps the answer file ISO. */
  const STAND_IN = `#!/bin/sh
${QEMU} "$@" || exit
work=$(printf '%s\\n' "$@" | sed -n 's/.*id=disk,file=\\(.*\\)\\/disk.raw.*/\\1/p')
cp "$work/answers.iso" "$KEEP/answers.iso"
[ -z "$MADE" ] || cp --sparse=always "$MADE" "$work/disk.raw"
`;

  function makeBootable(): void {
    write(folder, { 'medium/off.bin': Buffer.concat([SWITCH_OFF, Buffer.alloc(2040)]) });
    write(folder, { 'halt.cfg': 'halt\n' });
    const loader = ['-O', 'x86_64-efi', '-p', '/', '-c', 'halt.cfg', '-o', 'BOOTX64.EFI'];
    run('grub-mkimage', [...loader, 'halt', 'normal'], folder);
    run('sh', ['-c', 'mkdir -p EFI/BOOT && mv BOOTX64.EFI EFI/BOOT'], folder);
    run('truncate', ['-s', '2880K', 'medium/efi.img'], folder);
    run('/usr/sbin/mkfs.fat', ['medium/efi.img'], folder);
    run('mcopy', ['-s', '-i', 'medium/efi.img', 'EFI', '::'], folder);
    const bios = ['-b', 'off.bin', '-no-emul-boot', '-boot-load-size', '4'];
    const uefi = ['-eltorito-alt-boot', '-e', 'efi.img', '-no-emul-boot'];
    const kind = ['-udf', '-hide', 'sources', '-V', 'MEDIUM'];
    run('genisoimage', ['-quiet', ...kind, ...bios, ...uefi, '-o', 'medium.iso', 'medium'], folder);
  }

  function bySetup(more: string[], made = '', iso = 'medium.iso') {
    const options = ['--edition', '2', '--size', '64M', ...more];
    const { status, stdout, stderr } = spawnSync(SCRIPT, [iso, 'drivers', 'out.raw', ...options], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        PATH: `${folder}:${process.env['PATH']}`,
        VNC: 'none',
        LIMIT: '120',
        KEEP: folder,
        MADE: made,
        // Nested virtual machines may have a KVM that cannot run firmware.
        LAB_ACCEL: 'tcg,thread=single',
      },
    });
    const left = readdirSync(folder).filter((name) => name.startsWith('out.raw'));
    return { status, text: stdout + stderr, left };
  }

  /** Extracts a file from the ISO given to set-up. */
  const answers = (file: string) =>
    run('/usr/bin/7zz', ['e', '-so', '-spd', '--', 'answers.iso', file], folder);

  it('boots by UEFI, waits for power-off and checks the disk', () => {
    const { status, text, left } = bySetup(['--i-am-licensed'], join(folder, 'made.raw'));
    expect(text).toContain('Its boot loader is where the firmware expects it');
    expect({ status, left }).toEqual({ status: 0, left: ['out.raw'] });
    expect(text).toContain('make certify image=out.raw');
  });

  it("passes set-up a medium with an answer file, the edition's drivers and the recipe", () => {
    const listed = run('/usr/bin/7zz', ['l', '-slt', '-ba', 'answers.iso'], folder);
    for (const driver of ['viostor', 'vioscsi', 'netkvm']) {
      expect(listed).toContain(`Path = $WinPEDriver$/${driver}.inf/${driver}.sys`);
    }
    write(folder, { 'autounattend.xml': answers('autounattend.xml') });
    const read =
      'import sys, xml.etree.ElementTree as t; r = t.parse("autounattend.xml").getroot(); n = "{urn:schemas-microsoft-com:unattend}";' +
      'print(*[s.get("pass") for s in r], *[p.text for p in r.iter(n + "Type")], r.find(f".//{n}InstallFrom//{n}Value").text, r.find(f".//{n}InstallTo/{n}PartitionID").text)';
    expect(run('python3', ['-c', read], folder)).toBe(
      'windowsPE oobeSystem auditUser EFI MSR Primary 2 3\n',
    );
    expect(answers('prepare.ps1')).toContain('powercfg /h off\r\n');
  });

  it('boots by BIOS, and returns the check’s exit code for an empty disk', () => {
    const { status, text } = bySetup(['--firmware', 'bios', '--i-am-licensed']);
    expect(text).toMatch(/REFUSED +TABLE/);
    expect(text).not.toContain('certify');
    expect(status).toBe(1);
  });

  it('creates no image if the machine fails, the file exists or the licence is not stated', async () => {
    const missing = bySetup(['--i-am-licensed'], '', 'none.iso');
    expect(missing).toMatchObject({ status: 2, left: [] });
    expect(missing.text).toContain('There is no none.iso.');
    const failing = bySetup(['--firmware', 'coreboot', '--i-am-licensed']);
    expect(failing).toMatchObject({ status: 2, left: [] });
    const unstated = bySetup([]);
    expect(unstated).toMatchObject({ status: 2, left: [] });
    expect(unstated.text).toContain('--i-am-licensed');
    await writeFile(join(folder, 'out.raw'), 'mine');
    expect(bySetup(['--i-am-licensed'])).toMatchObject({ status: 2, left: ['out.raw'] });
  });
});
