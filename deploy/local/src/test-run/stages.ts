import { availableParallelism } from 'node:os';
import { readJest, readPlaywright, type ResultReader } from './results.js';
import { reachesMedium, reachesSmall, reachesWhole, type Reach } from './reach.js';
import {
  browserPrograms,
  mediumPrograms,
  mockedPrograms,
  smallPrograms,
  type SystemProgram,
} from '../../setup/programs.mjs';

/** One part of `make test`. */
export interface Stage {
  title: string;
  /**
   * Run in the clone's root. In an argument or a value of `env`, `RESULT` stands for the report's
   * path and `OUTPUT` for a folder that the runner may fill, with traces for example.
   */
  command: string[];
  env?: Record<string, string>;
  /** As of nice(1): the stages without one are served first. */
  nice?: number;
  /** How to read the report. Without one the command is a single test: exit code 0 passes. */
  results?: ResultReader;
  /** Programs outside npm that it needs; installed through apt where that is allowed. */
  programs?: SystemProgram[];
  /** As an ordinary user it is reported as not run. */
  needsRoot?: boolean;
  /** Which changes reach it, for `make test changed=1`. */
  reach: Reach;
}

const jest = (workers: string, ...projects: string[]) => [
  ...['npx', 'jest', '--ci', `--maxWorkers=${workers}`, '--json', '--outputFile=RESULT'],
  ...['--selectProjects', ...projects],
];

const shell = (...lines: string[]) => ['bash', '-o', 'pipefail', '-c', lines.join(' && ')];

// A folder of its own: Playwright empties the one that it is given, the stage before it included.
const reporter = ['--reporter=list,json', '--output=OUTPUT'];
const playwright = { PLAYWRIGHT_JSON_OUTPUT_NAME: 'RESULT' };

/**
 * One thread for an emulated machine's processors: with a thread for each, QEMU 7.2 hung twice in some hundred boots, both
 * spinning in interrupts. Beside the other tracks, which keep this machine busy, it takes no longer.
 * Of a larger stand-in for Windows no more would be seen: an emulated machine writes it and reads it back.
 */
const lab = {
  LAB_ACCEL: process.env['LAB_ACCEL'] ?? 'tcg,thread=single',
  STANDIN_MIB: process.env['STANDIN_MIB'] ?? '160',
};

const PRODUCT =
  /^(services\/[^/]+\/src|services\/install\/(engine|windows-image)|proto|gateway|deploy\/local\/src|cli|web)\//;
/** The relay of desktops too, which a test types through. */
const BROWSER = /^(web|proto\/http|services\/desktop-relay)\//;
const VPS = /^(services\/install|deploy\/lab|web\/e2e\/stack)\//;

/** Of stages that keep every processor busy: those that mostly wait would last the longest if they waited for processors too. */
const nice = 5;

/** Run first; if it fails, no other stage makes sense. */
export const build: Stage = {
  title: 'Build',
  command: ['npm', 'run', '--silent', 'build'],
  reach: reachesWhole(/^/),
};

/**
 * The stages of a track run one after the other, the tracks side by side: the first waits for its servers half of the
 * time, the second keeps processors busy, the third waits for emulated machines and started products. Each takes about
 * as long as the others. A new kind of test is one more entry.
 */
export const tracks: Stage[][] = [
  [
    {
      title: 'Medium tests',
      // They wait for their servers and for time-outs half of the time: three on two processors.
      command: jest(`${Math.ceil(availableParallelism() * 1.5)}`, 'medium'),
      nice,
      results: readJest,
      programs: mediumPrograms,
      reach: reachesMedium,
    },
  ],
  [
    {
      title: 'Small tests',
      command: jest('100%', 'small', 'web'),
      nice,
      results: readJest,
      programs: smallPrograms,
      reach: reachesSmall,
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
      reach: reachesWhole(BROWSER),
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
      reach: reachesWhole(VPS),
    },
    {
      title: 'Writer of the RAM stage',
      command: shell(
        'services/install/engine/toolkit/build.sh',
        'node services/install/test/stage/write-on-file.mjs',
      ),
      reach: reachesWhole(/^services\/install\//),
    },
    {
      title: 'Running product',
      command: ['node', 'web/e2e/stack/run.mjs', '--no-lab', ...reporter],
      env: playwright,
      results: readPlaywright,
      programs: browserPrograms,
      reach: reachesWhole(PRODUCT),
    },
    {
      title: 'Start and stop',
      command: jest('100%', 'start'),
      results: readJest,
      reach: reachesWhole(PRODUCT),
    },
  ],
];
