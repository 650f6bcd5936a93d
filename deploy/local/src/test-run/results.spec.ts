import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../testing/temporary-folder.js';
import { countResults, failSkipped, readJest, readPlaywright, sum } from './results.js';

const folder = temporaryFolder();

function report(content: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

describe('test result readers', () => {
  it("count Jest's tests, and a suite that failed to load as a failure", () => {
    const counts = { numPassedTests: 7, numFailedTests: 1, numRuntimeErrorTestSuites: 1 };
    const file = report({ ...counts, testResults: [] });
    expect(readJest(file)).toEqual({ passed: 7, failed: 2, notRun: [] });
  });

  it('list each suite with skipped Jest tests once', () => {
    const test = (status: string, title: string, ...ancestorTitles: string[]) => ({
      status,
      title,
      ancestorTitles,
    });
    const counts = { numPassedTests: 1, numFailedTests: 0, numRuntimeErrorTestSuites: 0 };
    const testResults = [
      { assertionResults: [test('pending', 'one', 'a bucket (not run: no server)', 'as store')] },
      { assertionResults: [test('pending', 'two', 'a bucket (not run: no server)')] },
      { assertionResults: [test('pending', 'three'), test('passed', 'four', 'a folder')] },
    ];
    expect(readJest(report({ ...counts, testResults }))?.notRun).toEqual([
      'a bucket (not run: no server)',
      'three',
    ]);
  });

  it("count Playwright's tests, and a flaky one as a failure", () => {
    const stats = { expected: 5, flaky: 1, unexpected: 2, skipped: 0 };
    expect(readPlaywright(report({ stats, errors: [{}] }))).toEqual({
      passed: 5,
      failed: 4,
      notRun: [],
    });
  });

  it('list Playwright tests that lack a program, but no opt-in tests', () => {
    const spec = (title: string, description: string) => ({
      title,
      tests: [{ status: 'skipped', annotations: [{ type: 'skip', description }] }],
    });
    const specs = [spec('typing', 'not run: no Xvfb'), spec('screenshots', 'set SHOTS')];
    const stats = { expected: 1, flaky: 0, unexpected: 0 };
    const file = report({ stats, errors: [], suites: [{ suites: [{ specs }] }] });
    expect(readPlaywright(file)?.notRun).toEqual(['typing (not run: no Xvfb)']);
  });

  it('fail conditional skips in CI unless root or the operating system is the reason', () => {
    const notRun = ['a (not run: no busybox)', 'b (not run: not root)', 'c'];
    expect(failSkipped({ passed: 3, failed: 0, notRun })).toMatchObject({ passed: 3, failed: 2 });
    expect(failSkipped({ passed: 3, failed: 0 })).toMatchObject({ failed: 0 });
  });

  it('count a missing report as a failure', () => {
    expect(readJest(join(folder, 'none.json'))).toBeNull();
    expect(countResults(0, null)).toEqual({ passed: 0, failed: 1 });
  });

  it('count an exit code other than 0 as a failure', () => {
    expect(countResults(1, { passed: 9, failed: 0 })).toEqual({ passed: 9, failed: 1 });
    expect(countResults(1, { passed: 9, failed: 2 })).toEqual({ passed: 9, failed: 2 });
    expect(countResults(0, { passed: 9, failed: 0 })).toEqual({ passed: 9, failed: 0 });
  });

  it('count a stage without tests as a failure unless it was narrowed', () => {
    const none = { passed: 0, failed: 0 };
    expect(countResults(0, none)).toEqual({ passed: 0, failed: 1 });
    expect(countResults(0, none, { mayBeEmpty: true })).toEqual(none);
    expect(countResults(1, none, { mayBeEmpty: true })).toEqual({ passed: 0, failed: 1 });
  });

  it('add up the stages', () => {
    expect(
      sum([
        { passed: 1, failed: 0 },
        { passed: 2, failed: 3 },
      ]),
    ).toEqual({ passed: 3, failed: 3 });
  });
});
