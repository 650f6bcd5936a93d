// The version before this one, built in a git worktree of its own below the data folder.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findVersionBefore } from './find-version-before.mjs';

const repository = join(import.meta.dirname, '..', '..', '..');
/** @returns the folder of the version before, built; null where nothing has been released before */
export function buildVersionBefore(given) {
  const found = findVersionBefore(repository, given);
  if (!found) return null;
  const { commit, reason } = found;
  const name = commit.slice(0, 12);
  const folder = join(resolve(process.env.DATA_DIR ?? join(repository, '.data')), 'upgrade');
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

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: repository, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}
