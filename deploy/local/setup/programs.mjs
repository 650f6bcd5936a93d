// Programs that tests need and npm does not provide. Plain JavaScript because it runs before the compiler is
// installed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const isRoot = process.getuid?.() === 0;

/** Programs that create a small disk and start it. */
const diskPrograms = [
  { program: 'mcopy', debian: 'mtools' },
  { program: 'mkfs.fat', debian: 'dosfstools' },
  { program: 'mkntfs', debian: 'ntfs-3g' },
  { program: 'sfdisk', debian: 'fdisk' },
  { program: 'qemu-system-x86_64', debian: 'qemu-system-x86' },
];

/**
 * Programs for other image formats, images built from an ISO, the stage's network, sign-ins to an independent server,
 * and a pooler. Unprivileged users cannot install them and skip those tests.
 */
const optionalPrograms = isRoot
  ? [
      ...diskPrograms,
      { program: 'qemu-img', debian: 'qemu-utils' },
      { program: 'sgdisk', debian: 'gdisk' },
      { program: 'xz', debian: 'xz-utils' },
      { program: 'zstd', debian: 'zstd' },
      { program: '7zz', debian: '7zip' },
      { program: 'genisoimage', debian: 'genisoimage' },
      { program: 'hivexget', debian: 'libhivex-bin' },
      { program: 'hivexregedit', debian: 'libwin-hivex-perl' },
      { program: 'wimlib-imagex', debian: 'wimtools' },
      { program: 'grub-mkimage', debian: 'grub-common' },
      { program: '/usr/lib/grub/i386-pc/boot.img', debian: 'grub-pc-bin' },
      { program: '/usr/lib/grub/x86_64-efi/moddep.lst', debian: 'grub-efi-amd64-bin' },
      { program: '/usr/share/OVMF/OVMF_CODE_4M.fd', debian: 'ovmf' },
      { program: 'busybox', debian: 'busybox' },
      { program: 'curl', debian: 'curl' },
      { program: 'ip', debian: 'iproute2' },
      { program: 'freerdp-shadow-cli', debian: 'freerdp2-shadow-x11' },
      { program: 'Xvfb', debian: 'xvfb' },
      { program: 'pgbouncer', debian: 'pgbouncer' },
    ]
  : [];

/** ssh-keygen creates test keys in OpenSSH's format. */
export const smallPrograms = [{ program: 'ssh-keygen', debian: 'openssh-client' }];
export const mediumPrograms = [...smallPrograms, ...optionalPrograms];
export const guardPrograms = [{ program: 'as', debian: 'binutils' }, ...diskPrograms];

/**
 * A remote desktop server with an editor on its desktop, in which a test types. If the user is unprivileged, that
 * test is skipped.
 */
const desktopPrograms = isRoot
  ? [
      { program: 'freerdp-shadow-cli', debian: 'freerdp2-shadow-x11' },
      { program: 'Xvfb', debian: 'xvfb' },
      { program: 'wish', debian: 'tk' },
    ]
  : [];

const chromium = {
  program: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  debian: 'chromium-headless-shell',
};

export const browserPrograms = [chromium];
export const mockedPrograms = [chromium, ...desktopPrograms];

/** Installs missing programs through apt. Works only as root. */
export async function installMissing(programs) {
  const missing = programs.filter(({ program }) => !isInstalled(program));
  if (missing.length === 0 || !isRoot || !isInstalled('apt-get')) return;
  const packages = [...new Set(missing.map(({ debian }) => debian))];
  console.log(`Installing ${packages.join(', ')} ...`);
  await aptGet('update');
  await aptGet('-y', '--no-install-recommends', 'install', ...packages);
}

/** Returns a sentence that names the missing programs, or null if all are installed. */
export function describeMissing(programs) {
  const missing = programs.filter(({ program }) => !isInstalled(program));
  if (missing.length === 0) return null;
  const names = missing.map(({ program, debian }) =>
    program === debian ? program : `${program} (Debian package ${debian})`,
  );
  return `missing on this machine: ${names.join(', ')}.`;
}

async function aptGet(...args) {
  await once(
    spawn('apt-get', ['-qq', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
    'close',
  );
}

/** Finds a program by absolute path, or in PATH, /usr/sbin and /sbin. */
function isInstalled(program) {
  if (program.startsWith('/')) return existsSync(program);
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return folders.some((folder) => isExecutable(join(folder, program)));
}

export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
