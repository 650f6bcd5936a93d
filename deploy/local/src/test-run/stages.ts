import { readJest, readPlaywright, readShell, type ResultReader } from './results.js';
import type { SystemProgram } from './system-packages.js';

/** One part of `make test`. */
export interface Stage {
  title: string;
  /**
   * Run in the clone's root. In an argument or a value of `env`, `RESULT` stands for the report's
   * path and `OUTPUT` for a folder that the runner may fill, with traces for example.
   */
  command: string[];
  env?: Record<string, string>;
  /** How to read the report. Without one the command is a single test: exit code 0 passes. */
  results?: ResultReader;
  /** Programs outside npm that it needs; installed through apt where that is allowed. */
  programs?: SystemProgram[];
  /** As an ordinary user it is named as not run. */
  needsRoot?: boolean;
  /** When it fails, what follows makes no sense. */
  required?: boolean;
}

const jest = (...args: string[]) => [
  'npx',
  'jest',
  '--ci',
  '--maxWorkers=100%',
  '--json',
  '--outputFile=RESULT',
  '--selectProjects',
  ...args,
];

const shell = (...lines: string[]) => ['bash', '-o', 'pipefail', '-c', lines.join(' && ')];

// A folder of its own: Playwright empties the one that it is given, the stage before it included.
const reporter = ['--reporter=list,json', '--output=OUTPUT'];
const playwright = { PLAYWRIGHT_JSON_OUTPUT_NAME: 'RESULT' };
const chromium = { program: process.env['CHROMIUM'] ?? '/usr/bin/chromium', debian: 'chromium' };

/** For images of foreign formats, and the stage's network. An ordinary user, who can't install them, skips those tests. */
const mediumPrograms: SystemProgram[] =
  process.getuid?.() === 0
    ? [
        { program: 'qemu-img', debian: 'qemu-utils' },
        { program: 'xz', debian: 'xz-utils' },
        { program: 'zstd', debian: 'zstd' },
        { program: 'busybox', debian: 'busybox' },
        { program: 'ip', debian: 'iproute2' },
      ]
    : [];

/** In this order, cheapest first; a new kind of test is one more entry. */
export const stages: Stage[] = [
  { title: 'Build', command: ['npm', 'run', '--silent', 'build'], required: true },
  { title: 'Small tests', command: jest('small', 'web'), results: readJest },
  {
    title: 'Medium tests',
    command: jest('medium'),
    results: readJest,
    programs: mediumPrograms,
  },
  { title: 'Start and stop', command: jest('start'), results: readJest },
  {
    title: 'Browser',
    command: [
      ...['npm', 'test', '-w', '@casement/e2e', '--', '--project=mocked', '--workers=2'],
      ...reporter,
    ],
    env: playwright,
    results: readPlaywright,
    programs: [chromium],
  },
  {
    title: 'Running product',
    command: ['node', 'web/e2e/stack/run.mjs', '--no-lab', ...reporter],
    env: playwright,
    results: readPlaywright,
    programs: [chromium],
  },
  {
    title: 'Main job on a virtual VPS',
    command: ['node', 'web/e2e/stack/run.mjs', 'main-job', ...reporter],
    env: playwright,
    results: readPlaywright,
    programs: [chromium],
    needsRoot: true,
  },
  {
    title: 'Faults on a virtual VPS',
    command: shell(
      'deploy/lab/lab.sh install-packages',
      'deploy/lab/lab.sh build',
      'services/install/test/vm/faults.sh spoiled_while_written wrong_password refused_address stage_without_service | tee RESULT',
    ),
    results: readShell,
    needsRoot: true,
  },
];
