import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identify } from './process-identity.js';
import { survivingProcesses, readRun, writeRun } from './run-file.js';
import { temporaryFolder } from '../testing/temporary-folder.js';

const folder = temporaryFolder();
const own = identify(process.pid) ?? { pid: 0, startedAt: '' };

describe('run file', () => {
  it('returns the written content and is readable only by its owner', () => {
    const file = join(folder, 'run.json');
    const run = { owner: own, processes: [{ name: 'nats', ...own }] };
    writeRun(file, run);
    expect(readRun(file)).toEqual(run);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('treats a corrupt file as missing', () => {
    const file = join(folder, 'damaged.json');
    writeFileSync(file, '{"owner":');
    expect(readRun(file)).toBeNull();
  });

  it('lists the running processes, the last started first', () => {
    const ended = { name: 'gone', pid: own.pid, startedAt: 'long ago' };
    const run = {
      owner: own,
      processes: [{ name: 'postgres', ...own }, ended, { name: 'auth', ...own }],
    };
    expect(survivingProcesses(run).map(({ name }) => name)).toEqual(['auth', 'postgres']);
  });
});
