import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { defaultDataDir } from '../paths.js';
import { sum, type Tally } from './results.js';
import { runStage } from './run-stage.js';
import { stages } from './stages.js';

/** `make test`: every stage in turn, or those whose titles begin with the argument; required ones always. */
const [only = ''] = process.argv.slice(2);
const resultDir = join(defaultDataDir, 'test-results');
mkdirSync(resultDir, { recursive: true });

const tallies: Tally[] = [];
const summary: string[] = [];
for (const stage of stages.filter(({ title, required }) => required || title.startsWith(only))) {
  console.log(`\n== ${stage.title}`);
  const began = Date.now();
  const outcome = runStage(stage, resultDir);
  const seconds = Math.round((Date.now() - began) / 1000);
  if ('notRun' in outcome) {
    summary.push(`${stage.title}: not run, ${outcome.notRun}`);
  } else {
    tallies.push(outcome);
    summary.push(
      `${stage.title}: ${outcome.passed} passed, ${outcome.failed} failed (${seconds} s)`,
    );
    if (outcome.failed > 0 && stage.required) break;
  }
  console.log(`-- ${summary.at(-1)}`);
}

const total = sum(tallies);
console.log(`\n${summary.join('\n')}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
