import { availableParallelism } from 'node:os';
import { readJest, readPlaywright, type ResultReader } from './results.js';
import {
  affectedMedium,
  affectedSmall,
  affectedStage,
  type AffectedTests,
} from './affected-tests.js';
import {
  browserPrograms,
  guardPrograms,
  mediumPrograms,
  mockedPrograms,
  smallPrograms,
  type SystemProgram,
} from '../../setup/programs.mjs';

export interface Stage {
  title: string;
  /**
   * Command, run in the root of the clone. In an argument or a value of `env`, `RESULT` is replaced by the report's
   * path and `OUTPUT` by a folder for other files of the runner, such as traces.
   */
  command: string[];
  env?: Record<string, string>;
  /** Priority like nice(1). Stages without it are served first. */
  nice?: number;
  /** Reads the report. Without it the command is a single test, which passes with exit code 0. */
  results?: ResultReader;
  /** Programs that npm does not provide, installed through apt if permitted. */
  programs?: SystemProgram[];
  /** Reported as not run for unprivileged users. */
  needsRoot?: boolean;
  /** Changes that affect the stage, for `make test changed=1`. */
  affected: AffectedTests;
}

const jest = (workers: string, ...projects: string[]) => [
  ...['npx', 'jest', '--ci', `--maxWorkers=${workers}`, '--json', '--outputFile=RESULT'],
  ...['--selectProjects', ...projects],
];

const shell = (...lines: string[]) => ['bash', '-o', 'pipefail', '-c', lines.join(' && ')];

// Uses a separate folder because Playwright deletes the contents of its output folder, including those of the
// previous stage.
const reporter = ['--reporter=list,json', '--output=OUTPUT'];
const playwright = { PLAYWRIGHT_JSON_OUTPUT_NAME: 'RESULT' };

/**
 * Uses one thread for all CPUs of an emulated machine. With a thread per CPU, QEMU 7.2 hung twice in some hundred
 * boots, both times spinning in interrupts. This takes no longer while the other tracks keep this machine busy. The
 * stand-in for Windows is small because an emulated machine writes it and reads it back, and a larger one would find
 * no more errors.
 */
const lab = {
  LAB_ACCEL: process.env['LAB_ACCEL'] ?? 'tcg,thread=single',
  STANDIN_MIB: process.env['STANDIN_MIB'] ?? '160',
};

const PRODUCT =
  /^(services\/[^/]+\/src|services\/install\/(engine|windows-image)|proto|gateway|deploy\/((local|demo|sandbox)\/src|demo\/e2e)|cli|web)\//;
/** Includes the desktop relay because a test types through it. */
const BROWSER = /^(web|proto\/http|services\/desktop-relay)\//;
const VPS = /^(services\/install|deploy\/lab|web\/e2e\/stack)\//;

/** Priority of CPU-bound stages. Stages that mostly wait would take longest if they also had to wait for the CPU. */
const nice = 5;

/** Runs first. If it fails, the other stages are pointless. */
export const build: Stage = {
  title: 'Build',
  command: ['npm', 'run', '--silent', 'build'],
  affected: affectedStage(/^/),
};

/**
 * Tracks run concurrently; the stages of a track run one after the other. The first track waits for its servers about
 * half the time, the second is CPU-bound, and the third waits for emulated machines and started products. All take
 * about the same time. To add a kind of test, add a stage to a track.
 */
export const tracks: Stage[][] = [
  [
    {
      title: 'Medium tests',
      // Medium tests wait for servers and timeouts half of the time, so three run on two CPUs.
      command: jest(`${Math.ceil(availableParallelism() * 1.5)}`, 'medium'),
      nice,
      results: readJest,
      programs: mediumPrograms,
      affected: affectedMedium,
    },
  ],
  [
    {
      title: 'Small tests',
      command: jest('100%', 'small', 'web'),
      nice,
      results: readJest,
      programs: smallPrograms,
      affected: affectedSmall,
    },
    {
      title: 'Browser',
      command: [
        ...['npm', 'test', '-w', '@casement/e2e', '--', '--project=mocked', '--workers=2'],
        ...reporter,
      ],
      env: playwright,
      nice,
      results: readPlaywright,
      programs: mockedPrograms,
      affected: affectedStage(BROWSER),
    },
  ],
  [
    {
      title: 'Main job on a virtual VPS',
      command: ['node', 'web/e2e/stack/run.mjs', 'main-job', ...reporter],
      env: { ...playwright, ...lab },
      results: readPlaywright,
      programs: browserPrograms,
      needsRoot: true,
      affected: affectedStage(VPS),
    },
    {
      title: 'Writer of the RAM stage',
      command: shell(
        'services/install/engine/toolkit/build.sh',
        'node services/install/test/stage/write-on-file.mjs',
      ),
      affected: affectedStage(/^services\/install\//),
    },
    {
      title: 'Boot guard on a virtual disk',
      command: shell(
        'services/install/engine/toolkit/build.sh',
        'services/install/test/vm/guard-loader.sh bios',
      ),
      env: { ...lab, FIRST_ROW_ONLY: 'yes' },
      programs: guardPrograms,
      needsRoot: true,
      affected: affectedStage(
        /^(deploy\/lab\/guard|services\/install\/(engine\/toolkit|test\/vm))\//,
      ),
    },
    {
      title: 'Running product',
      command: ['node', 'web/e2e/stack/run.mjs', '--no-lab', ...reporter],
      env: playwright,
      results: readPlaywright,
      programs: browserPrograms,
      affected: affectedStage(PRODUCT),
    },
    {
      title: 'Start and stop',
      command: jest('1', 'start'),
      results: readJest,
      affected: affectedStage(PRODUCT),
    },
  ],
];
