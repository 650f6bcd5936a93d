// Finds the commit of the previous release. As a program it prints commit and reason: usage: node
// find-previous-version.js [COMMIT] in the repository's folder
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

const UNKNOWN = `This clone does not know the release before this one. Fetch its history and tags
(git fetch --tags --unshallow; in CI a checkout of full depth), or name a commit: make upgrade-test from=COMMIT`;

/**
 * Starts the search at the parent of HEAD, because a release's own commit is not its predecessor. Identifies releases
 * by commit message, which every clone has, or by tag.
 *
 * @param requested a commit to use instead
 * @returns null before the first release
 * @throws if the clone lacks the commit, or the history to find it
 */
export function findPreviousVersion(
  repository: string,
  requested?: string,
): { commit: string; reason: string } | null {
  const git = (...args: string[]) => {
    const { status, stdout } = spawnSync('git', args, { cwd: repository, encoding: 'utf8' });
    return status === 0 ? stdout.trim() : null;
  };
  if (requested) {
    const commit = git('rev-parse', '--quiet', '--verify', `${requested}^{commit}`);
    if (!commit) throw new Error(UNKNOWN);
    return { commit, reason: requested };
  }
  const message = '^chore: release [0-9]+\\.[0-9]+\\.[0-9]+';
  const released = git('log', '-1', '--format=%H', '-E', `--grep=${message}`, 'HEAD^');
  if (released) return { commit: released, reason: 'the release before this' };
  const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD^');
  const tagged = tag && git('rev-parse', '--quiet', '--verify', `${tag}^{commit}`);
  if (tagged) return { commit: tagged, reason: `the tag ${tag}` };
  if (git('rev-parse', '--is-shallow-repository') !== 'false') throw new Error(UNKNOWN);
  return null;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const found = findPreviousVersion(process.cwd(), process.argv[2]);
    console.log(found ? `${found.commit} ${found.reason}` : 'none');
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
