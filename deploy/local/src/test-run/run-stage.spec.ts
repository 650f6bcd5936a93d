import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { identify, isAlive } from '../processes/process-identity.js';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { failedTests, failureOutput } from './failure-output.js';
import { readPlaywright } from './results.js';
import { forwardSignal, runStage } from './run-stage.js';
import type { Stage } from './stages.js';

const resultDir = temporaryFolder();

const shellStage = (script: string, over: Partial<Stage> = {}): Stage => ({
  title: 'A stage',
  command: ['bash', '-c', script],
  affected: () => [],
  ...over,
});

const report = (expected: number, unexpected: number) =>
  `echo '${JSON.stringify({ stats: { expected, flaky: 0, unexpected }, errors: [] })}' >RESULT`;

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(10);
}

describe(runStage.name, () => {
  it('writes the output to a file and counts a command without a report as one test', async () => {
    const result = await runStage(shellStage('echo out; echo err >&2'), { resultDir });
    expect(result).toEqual({ passed: 1, failed: 0, log: join(resultDir, 'a-stage.log') });
    expect(readFileSync(result.log!, 'utf8')).toBe('out\nerr\n');
    expect(await runStage(shellStage('exit 3'), { resultDir })).toMatchObject({ failed: 1 });
  });

  it('passes the report path to the command and reads the report', async () => {
    const stage = shellStage(`${report(1, 1)}; false`, { results: readPlaywright });
    expect(await runStage(stage, { resultDir })).toMatchObject({ passed: 1, failed: 1 });
  });

  it('ignores the report of an earlier run', async () => {
    const results = readPlaywright;
    await runStage(shellStage(report(1, 0), { results }), { resultDir });
    expect(await runStage(shellStage('true', { results }), { resultDir })).toMatchObject({
      passed: 0,
      failed: 1,
    });
  });

  it('lowers the priority of a stage with nice', async () => {
    const { log } = await runStage(shellStage('nice', { nice: 3 }), { resultDir });
    expect(readFileSync(log!, 'utf8')).toBe(`${Math.min(getPriority() + 3, 19)}\n`);
  });

  it('counts a missing command as a failure', async () => {
    const stage = shellStage('', { command: ['/no/such/program'] });
    expect(await runStage(stage, { resultDir })).toMatchObject({ passed: 0, failed: 1 });
  });

  it('forwards a signal to all processes of the running stage', async () => {
    const stage = shellStage('sleep 60 & echo $! >RESULT; wait', { results: () => null });
    const ended = runStage(stage, { resultDir });
    const started = join(resultDir, 'a-stage.json');
    await until(() => existsSync(started) && readFileSync(started, 'utf8').endsWith('\n'));
    const inside = identify(Number(readFileSync(started, 'utf8')))!;
    forwardSignal('SIGTERM');
    expect(await ended).toMatchObject({ failed: 1 });
    // The shell may end a moment before its children.
    await until(() => !isAlive(inside));
  });
});

describe(failureOutput.name, () => {
  it('omits passed tests', async () => {
    const script =
      "printf 'PASS small a.spec.ts\\nFAIL small b.spec.ts\\n  \\u2713 1 fine\\n  \\u2718 2 broken\\n'";
    const { log } = await runStage(shellStage(script), { resultDir });
    expect(failureOutput(log!)).toBe('FAIL small b.spec.ts\n  ✘ 2 broken\n');
  });
});

describe(failedTests.name, () => {
  it('returns each failed test with the first lines of its reason', async () => {
    const script = [
      "printf '  \\u2713 1 fine\\nnoise\\n  1) [mocked] \\u203a a.spec.ts:3:1 \\u203a one\\n\\n    Error: gone\\n'",
      "printf '  \\u25cf two \\u203a three\\n    expected 1\\nFAIL four: late\\n'",
    ].join('; ');
    const { log } = await runStage(shellStage(script), { resultDir });
    expect(failedTests(log!)).toEqual([
      '  1) [mocked] › a.spec.ts:3:1 › one',
      '    Error: gone',
      '  ● two › three',
      '    expected 1',
      'FAIL four: late',
    ]);
  });

  it('limits the number of tests', async () => {
    const { log } = await runStage(shellStage('seq 200 | sed "s/^/FAIL test/"'), { resultDir });
    expect(failedTests(log!)).toHaveLength(80);
  });
});
