import { readFileSync } from 'node:fs';

/** How many tests of a stage passed and failed. */
export interface Counts {
  passed: number;
  failed: number;
  /** Titles of suites with skipped tests; conditional skips end with `(not run: REASON)`. */
  notRun?: string[];
}

/** Reads the report of a stage's runner; null when there is none, so the runner crashed. */
export type ResultReader = (file: string) => Counts | null;

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  /** Suites that could not be loaded; their tests are in no other figure. */
  numRuntimeErrorTestSuites: number;
  testResults: { assertionResults: JestTest[] }[];
}

interface JestTest {
  status: string;
  title: string;
  ancestorTitles: string[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    tests: { status: string; annotations: { type: string; description?: string }[] }[];
  }[];
}

interface PlaywrightReport extends PlaywrightSuite {
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
      notRun: skippedSuites(report),
    }
  );
};

/** Returns the outermost titles of the skipped tests, each once. */
function skippedSuites({ testResults }: JestReport): string[] {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const titles = tests
    .filter(({ status }) => status === 'pending')
    .map(({ title, ancestorTitles }) => ancestorTitles[0] ?? title);
  return [...new Set(titles)];
}

/** Playwright's JSON reporter. A test that passed only on a retry has failed. */
export const readPlaywright: ResultReader = (file) => {
  const report = readJson<PlaywrightReport>(file);
  return (
    report && {
      passed: report.stats.expected,
      failed: report.stats.unexpected + report.stats.flaky + report.errors.length,
      notRun: [...new Set(skippedSpecs(report))],
    }
  );
};

/** Skips with another description are opt-in, such as screenshots, and belong to other targets. */
function skippedSpecs({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .flatMap(({ annotations }) => annotations)
      .filter(({ type, description }) => type === 'skip' && description?.startsWith('not run: '))
      .map(({ description }) => `${title} (${description})`),
  );
  return [...own, ...suites.flatMap(skippedSpecs)];
}

const EXCUSED = /\(not run: (not root|needs root|not on Linux|no Linux)\b/;

/**
 * Counts conditional skips as failures, for the CI job that installs every program (`FAIL_SKIPPED=1`). Only missing root rights and another operating
 * system excuse a skip.
 */
export function failSkipped(counts: Counts): Counts {
  const unexcused = (counts.notRun ?? []).filter((title) => !EXCUSED.test(title));
  return { ...counts, failed: counts.failed + unexcused.length };
}

/**
 * A stage's counts. The exit code overrides the report: a runner that failed without a failed test
 * (a crash, a threshold, a leak) counts as one failure. So does a stage in which no test ran, unless
 * it was narrowed to what a change can reach.
 */
export function countResults(
  exitCode: number | null,
  reported: Counts | null,
  { mayBeEmpty = false } = {},
): Counts {
  const counts = reported ?? { passed: 0, failed: 1 };
  if (counts.failed > 0) return counts;
  const empty = counts.passed === 0 && !mayBeEmpty;
  return exitCode === 0 && !empty ? counts : { ...counts, failed: 1 };
}

export function sum(counts: Counts[]): Counts {
  return counts.reduce(
    (total, one) => ({ passed: total.passed + one.passed, failed: total.failed + one.failed }),
    { passed: 0, failed: 0 },
  );
}

function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return null;
  }
}
