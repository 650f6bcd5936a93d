import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isExecutable } from '../paths.js';

/** A program that no npm package brings. */
export interface SystemProgram {
  /** Looked for in PATH, /usr/sbin and /sbin; or an absolute path. */
  program: string;
  /** The Debian package that has it. */
  debian: string;
}

/** Installs what is missing of the programs, through apt and as root only. */
export function installMissing(programs: SystemProgram[]): void {
  const missing = programs.filter(({ program }) => !isInstalled(program));
  if (missing.length === 0 || process.getuid?.() !== 0 || !isInstalled('apt-get')) return;
  const packages = [...new Set(missing.map(({ debian }) => debian))];
  console.log(`Installing ${packages.join(', ')} ...`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const stdio: ['ignore', 'ignore', 'inherit'] = ['ignore', 'ignore', 'inherit'];
  spawnSync('apt-get', ['-qq', 'update'], { env, stdio });
  spawnSync('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', ...packages], {
    env,
    stdio,
  });
}

/** One sentence that names the programs that are missing; null if none is. */
export function describeMissing(programs: SystemProgram[]): string | null {
  const missing = programs.filter(({ program }) => !isInstalled(program));
  if (missing.length === 0) return null;
  const names = missing.map(({ program, debian }) =>
    program === debian ? program : `${program} (Debian package ${debian})`,
  );
  return `missing on this machine: ${names.join(', ')}.`;
}

function isInstalled(program: string): boolean {
  if (program.startsWith('/')) return existsSync(program);
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return folders.some((folder) => isExecutable(join(folder, program)));
}
