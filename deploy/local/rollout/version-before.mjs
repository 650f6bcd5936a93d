// The version before this one, built in a git worktree of its own below the data folder.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const repository = join(import.meta.dirname, '..', '..', '..');
const MIGRATIONS = ':(glob)services/*/src/database/migrations/*.ts';
const UNKNOWN = `This clone does not know the version before this one. Fetch its history and tags
(git fetch --tags --unshallow; in CI a checkout of full depth), or name a commit: make upgrade-test from=COMMIT`;

/** @returns the folder of the version before, built, and which it is */
export function buildVersionBefore(given) {
  const { commit, why } = choose(given);
  const name = commit.slice(0, 12);
  const folder = join(resolve(process.env.DATA_DIR ?? join(repository, '.data')), 'upgrade');
  const root = join(folder, name);
  const others = existsSync(folder) ? readdirSync(folder).filter((one) => one !== name) : [];
  for (const other of others) git('worktree', 'remove', '--force', join(folder, other));
  git('worktree', 'prune');
  if (!existsSync(root)) git('worktree', 'add', '--detach', root, commit);
  console.log(`  the version before: ${git('log', '-1', '--format=%h %s', commit)} (${why})`);
  const { status } = spawnSync('make', ['build'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`the version before could not be built in ${root}`);
  return root;
}

function choose(given) {
  if (given) return { commit: known(`${given}^{commit}`), why: given };
  // A release's own tag is not the version before it, so it is looked for from the parent on.
  const tag = tried('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD^');
  if (tag) return { commit: known(`${tag}^{commit}`), why: 'the tag before this' };
  const newest = tried('log', '-1', '--diff-filter=A', '--format=%H', '--', MIGRATIONS);
  const why = 'no version is tagged yet: the last without the newest migration';
  return { commit: known(`${newest}^`), why };
}

function known(revision) {
  const commit = tried('rev-parse', '--quiet', '--verify', revision);
  if (commit) return commit;
  console.error(UNKNOWN);
  process.exit(1);
}

/** Null where git says no. */
function tried(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: repository, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: repository, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}
