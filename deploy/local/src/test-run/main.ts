import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeMissing, installMissing } from '../../setup/programs.mjs';
import { findNatsServer } from '../infrastructure/nats-binary.js';
import { defaultDataDir } from '../paths.js';
import { changedFiles } from './changed-files.js';
import { failedTests, failureOutput } from './failure-output.js';
import { sum, type Counts } from './results.js';
import { forwardSignal, runStage } from './run-stage.js';
import { build, tracks, type Stage } from './stages.js';

// `make test`: runs every stage, the stages whose titles begin with `--stage`, or those that `--changed` reaches.
const { values } = parseArgs({
  options: { stage: { type: 'string', default: '' }, changed: { type: 'string', default: '' } },
});
const resultDir = join(defaultDataDir, 'test-results');
mkdirSync(resultDir, { recursive: true });

/**
 * Arguments that a change adds to the commands of the stages that it reaches. Stages without an entry run completely.
 */
const narrowed = new Map<Stage, string[]>();
const chosen = chooseStages();
const count = chosen.flat().length;
const results: Counts[] = [];
const summary: string[] = [];
const failed: string[] = [];
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopping = true;
    forwardSignal(signal);
  });
}

const built = await run(build, { exclusive: true });
if (built) {
  // Installs the programs before the tracks start, because apt serves one caller at a time.
  await installMissing(
    chosen
      .flat()
      .filter(mayRun)
      .flatMap(({ programs }) => programs ?? []),
  );
  await findNatsOnce();
  await Promise.all(
    chosen.map(async (track) => {
      for (const stage of track) {
        if (!stopping) await run(stage, { exclusive: count === 1 });
      }
    }),
  );
}

const total = sum(results);
console.log(['', ...failed, ...summary].join('\n'));
if (stopping) console.log('interrupted');
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = stopping || total.failed > 0 || total.passed === 0 ? 1 : 0;

function chooseStages(): Stage[][] {
  const named = tracks.map((track) => track.filter(({ title }) => title.startsWith(values.stage)));
  if (!values.changed) return named;
  const files = changedFiles(values.changed);
  console.log(`${files.length} changed files`);
  return named.map((track) =>
    track.filter((stage) => {
      const added = stage.affected(files);
      if (added) narrowed.set(stage, added);
      else summary.push(`${stage.title}: not reached by the change`);
      return added !== null;
    }),
  );
}

/**
 * Without a system-wide nats-server, each product started by a test would download it. Stages that need it report if
 * it is missing.
 */
async function findNatsOnce(): Promise<void> {
  try {
    process.env['NATS_SERVER_BIN'] ||= await findNatsServer(join(defaultDataDir, 'bin'));
  } catch (error) {
    console.error((error as Error).message);
  }
}

function mayRun({ needsRoot }: Stage): boolean {
  return !needsRoot || process.getuid?.() === 0;
}

/** @returns whether the stage passed */
async function run(stage: Stage, { exclusive }: { exclusive: boolean }): Promise<boolean> {
  if (!mayRun(stage)) {
    finish(`${stage.title}: not run, it needs root`);
    return true;
  }
  console.log(`== ${stage.title}`);
  const began = Date.now();
  const missing = describeMissing(stage.programs ?? []);
  const result = missing
    ? { passed: 0, failed: 1, log: null }
    : await runStage(stage, { resultDir, exclusive, narrowed: narrowed.get(stage) });
  const seconds = Math.round((Date.now() - began) / 1000);
  results.push(result);
  if (missing) console.log(missing);
  if (result.failed > 0 && result.log) {
    console.log(`-- ${stage.title} failed; all of its output is in ${result.log}`);
    console.log(failureOutput(result.log));
    failed.push(`${stage.title} failed:`, ...failedTests(result.log), '');
  }
  finish(`${stage.title}: ${result.passed} passed, ${result.failed} failed (${seconds} s)`);
  for (const title of result.notRun ?? []) finish(`${stage.title}, left out: ${title}`);
  return result.failed === 0;
}

function finish(line: string): void {
  summary.push(line);
  console.log(`-- ${line}`);
}
