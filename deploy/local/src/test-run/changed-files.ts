import { spawnSync } from 'node:child_process';
import { repositoryRoot } from '../paths.js';

/**
 * Returns the paths that differ from a commit, including uncommitted and untracked files.
 *
 * @param from a commit; `1` for the fork point of this branch from main, or for main itself its last commit
 */
export function changedFiles(from: string): string[] {
  const base = from === '1' ? branchPoint() : git('rev-parse', '--verify', `${from}^{commit}`);
  const changed = git('diff', '--name-only', '-z', base);
  const untracked = git('ls-files', '--others', '--exclude-standard', '-z');
  return [...new Set(`${changed}${untracked}`.split('\0').filter(Boolean))];
}

function branchPoint(): string {
  for (const main of ['origin/main', 'main']) {
    const base = tried('merge-base', 'HEAD', main);
    if (base && base !== tried('rev-parse', 'HEAD')) return base;
  }
  return git('rev-parse', '--verify', tried('status', '--porcelain') ? 'HEAD' : 'HEAD^');
}

function git(...args: string[]): string {
  const output = tried(...args);
  if (output === null)
    throw new Error(`git ${args.join(' ')} failed; name a commit: changed=COMMIT`);
  return output;
}

/** Returns null if git fails. */
function tried(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' });
  return status === 0 ? stdout.replace(/\n$/, '') : null;
}
