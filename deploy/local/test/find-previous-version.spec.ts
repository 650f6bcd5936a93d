import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { temporaryFolder } from '@casement/local/testing/temporary-folder.js';

const PROGRAM = join(__dirname, '../dist/rollout/find-previous-version.js');

describe('previous version', () => {
  const root = temporaryFolder();
  let repositories = 0;

  const newRepository = () => {
    const folder = join(root, `repository-${(repositories += 1)}`);
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim();
    execFileSync('git', ['init', '--quiet', folder]);
    const commit = (message: string) => {
      git('commit', '--quiet', '--allow-empty', '-m', message);
      return git('rev-parse', 'HEAD');
    };
    return { folder, git, commit };
  };

  const find = (folder: string, ...args: string[]) => {
    const { status, stdout } = spawnSync(process.execPath, [PROGRAM, ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, output: stdout.trim() };
  };

  it('is found by the release commit in a clone without tags', () => {
    const { folder, commit } = newRepository();
    commit('feat: begin');
    commit('chore: release 0.1.0');
    const newest = commit('chore: release 0.2.0');
    commit('docs: how a chore: release 9.9.9 is made');
    expect(find(folder).output).toBe(`${newest} the release before this`);
  });

  it('is not the release commit itself', () => {
    const { folder, commit } = newRepository();
    commit('feat: begin');
    const first = commit('chore: release 0.1.0');
    commit('feat: go on');
    commit('chore: release 0.2.0');
    expect(find(folder).output).toBe(`${first} the release before this`);
  });

  it('is found by its tag if no commit message names it', () => {
    const { folder, git, commit } = newRepository();
    const tagged = commit('feat: begin');
    git('tag', '-a', 'v0.1.0', '-m', 'Casement 0.1.0');
    commit('feat: go on');
    expect(find(folder).output).toBe(`${tagged} the tag v0.1.0`);
  });

  it('is null for the first release', () => {
    const { folder, commit } = newRepository();
    commit('feat: begin');
    commit('chore: release 0.1.0');
    expect(find(folder)).toEqual({ status: 0, output: 'none' });
  });

  it('is the given commit, and an unknown commit is rejected', () => {
    const { folder, commit } = newRepository();
    const first = commit('feat: begin');
    commit('feat: go on');
    expect(find(folder, first.slice(0, 10)).output).toBe(`${first} ${first.slice(0, 10)}`);
    expect(find(folder, 'nothing').status).toBe(1);
  });

  it('throws instead of returning null in a clone that lacks the history', () => {
    const { folder, commit } = newRepository();
    commit('chore: release 0.1.0');
    commit('feat: go on');
    commit('feat: and on');
    const shallow = join(root, 'shallow');
    execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${folder}`, shallow]);
    expect(find(shallow).status).toBe(1);
  });
});
