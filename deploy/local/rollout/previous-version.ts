// Builds the previous version in a git worktree in the data folder.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defaultDataDir, repositoryRoot } from '@casement/local/paths.js';
import { findPreviousVersion } from './find-previous-version.js';

/** @returns the folder of the built version, or null before the first release */
export function buildPreviousVersion(requested?: string): string | null {
  const found = findPreviousVersion(repositoryRoot, requested);
  if (!found) return null;
  const { commit, reason } = found;
  const name = commit.slice(0, 12);
  const folder = join(resolve(process.env['DATA_DIR'] ?? defaultDataDir), 'upgrade');
  const root = join(folder, name);
  const others = existsSync(folder) ? readdirSync(folder).filter((one) => one !== name) : [];
  for (const other of others) git('worktree', 'remove', '--force', join(folder, other));
  git('worktree', 'prune');
  if (!existsSync(root)) git('worktree', 'add', '--detach', root, commit);
  console.log(`  the version before: ${git('log', '-1', '--format=%h %s', commit)} (${reason})`);
  const { status } = spawnSync('make', ['build'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`the version before could not be built in ${root}`);
  return root;
}

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: repositoryRoot,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}
