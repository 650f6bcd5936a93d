import { existsSync, readFileSync } from 'node:fs';

/** What a stage has come to. */
export interface Tally {
  passed: number;
  failed: number;
}

/** Reads what a stage's runner has written; null when it wrote nothing, so it died on the way. */
export type ResultReader = (file: string) => Tally | null;

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  /** Suites that could not even be loaded; their tests are in no other figure. */
  numRuntimeErrorTestSuites: number;
}

interface PlaywrightReport {
  stats: { expected: number; flaky: number; unexpected: number };
  /** Errors outside any test, such as a global set-up that failed. */
  errors: unknown[];
}

/** `jest --json --outputFile=FILE` */
export const readJest: ResultReader = (file) => {
  const report = readJson<JestReport>(file);
  return (
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    }
  );
};

/** Playwright's JSON reporter. A test that passed only when tried again has failed. */
export const readPlaywright: ResultReader = (file) => {
  const report = readJson<PlaywrightReport>(file);
  return (
    report && {
      passed: report.stats.expected,
      failed: report.stats.unexpected + report.stats.flaky + report.errors.length,
    }
  );
};

/** The kept output of a shell test: `ok NAME` and `FAIL NAME`, perhaps after the time of day. */
export const readShell: ResultReader = (file) => {
  const words = readText(file)?.match(/^(?:\d\d:\d\d:\d\d )?(?:ok|FAIL) /gm) ?? [];
  const failed = words.filter((word) => word.endsWith('FAIL ')).length;
  return words.length === 0 ? null : { passed: words.length - failed, failed };
};

/**
 * The stage's tally. The exit code has the last word: a runner that failed without a failed test
 * (a crash, a threshold, a leak) still counts as one failure. So does a stage in which nothing ran.
 */
export function tally(exitCode: number | null, report: Tally | null): Tally {
  if (!report) return { passed: 0, failed: 1 };
  const ran = report.passed + report.failed > 0;
  if ((exitCode !== 0 || !ran) && report.failed === 0) return { ...report, failed: 1 };
  return report;
}

export function sum(tallies: Tally[]): Tally {
  return tallies.reduce(
    (total, one) => ({ passed: total.passed + one.passed, failed: total.failed + one.failed }),
    { passed: 0, failed: 0 },
  );
}

function readJson<T>(file: string): T | null {
  const text = readText(file);
  try {
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

function readText(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
