import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../paths.js';
import { tally, type Tally } from './results.js';
import type { Stage } from './stages.js';
import { provide } from './system-packages.js';

/** A stage that was not run says why. */
export type Outcome = Tally | { notRun: string };

/** Runs one stage in the foreground; its own output goes to the terminal. */
export function runStage(stage: Stage, resultDir: string): Outcome {
  if (stage.needsRoot && process.getuid?.() !== 0) return { notRun: 'it needs root' };
  const lack = provide(stage.programs ?? []);
  if (lack) {
    console.error(`${stage.title}: ${lack}`);
    return { passed: 0, failed: 1 };
  }

  const folder = join(resultDir, stage.title.toLowerCase().replaceAll(/\W+/g, '-'));
  const file = `${folder}.json`;
  rmSync(file, { force: true });
  const fill = (text: string) => text.replace('RESULT', file).replace('OUTPUT', folder);
  const [command = '', ...args] = stage.command.map(fill);
  const own = Object.entries(stage.env ?? {}).map(([name, value]) => [name, fill(value)] as const);
  const result = spawnSync(command, args, {
    cwd: repositoryRoot,
    env: { ...process.env, ...Object.fromEntries(own) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (stage.results) return tally(result.status, stage.results(file));
  return result.status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}
