import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { identify } from '@casement/local/processes/process-identity.js';
import { writeRun } from '@casement/local/processes/run-file.js';
import { temporaryFolder } from '../src/testing/temporary-folder.js';

const lab = join(__dirname, '..', '..', 'lab', 'lab.sh');
const dataDir = temporaryFolder();
const own = identify(process.pid) ?? { pid: 0, startedAt: '' };
const byUser = process.getuid?.() === 0 ? '22' : '2222';

/** Runs the shortest lab command that prints the port of its VPS. */
function portOf(env: Record<string, string> = {}): string | undefined {
  const { stderr } = spawnSync('bash', [lab, 'status', '--name', 'none'], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...env },
    encoding: 'utf8',
  });
  return /does not run; boot starts it at 127\.0\.0\.10:(\d+)/.exec(stderr)?.[1];
}

const runs = (owner: typeof own) =>
  writeRun(join(dataDir, 'run.json'), {
    owner,
    processes: [],
    wiring: {
      addresses: {
        http: {
          auth: 1,
          billing: 1,
          install: 1,
          telegram: 1,
          security: 1,
          web: 1,
          'install-desktop': 1,
        },
        grpc: { auth: 1, billing: 1, install: 1, telegram: 1, security: 1 },
        further: [],
      },
      natsUrls: { auth: '', billing: '', install: '', telegram: '', security: '' },
      identities: '',
      databaseUrls: { auth: '', billing: '', install: '', telegram: '', security: '' },
      smtpUrl: '',
      sandboxUrl: '',
      targetPort: '2345',
    },
  });

describe('port of the lab’s VPS', () => {
  it('depends on the user if no product is running', () => expect(portOf()).toBe(byUser));

  it('is the port of the running make start, whichever user started it', () => {
    runs(own);
    expect(portOf()).toBe('2345');
  });

  it("is the environment's value if set", () => {
    runs(own);
    expect(portOf({ INSTALL_TARGET_PORT: '2346' })).toBe('2346');
  });

  it('depends on the user again after the recorded run has ended', () => {
    runs({ ...own, startedAt: 'long ago' });
    expect(portOf()).toBe(byUser);
  });
});
