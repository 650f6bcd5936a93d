import { readFileSync } from 'node:fs';

export interface Counts {
  passed: number;
  failed: number;
  /** Titles of suites with skipped tests. Conditional skips end with `(not run: REASON)`. */
  notRun?: string[];
}

/** Reads the report of a stage's runner. Returns null if the runner crashed before writing it. */
export type ResultReader = (file: string) => Counts | null;

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  /** Suites that failed to load. Their tests are in no other number. */
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
  /** Errors outside of tests, such as a failed global set-up. */
  errors: unknown[];
}

/** Reads the report of `jest --json --outputFile=FILE`. */
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

/** Reads the report of Playwright's JSON reporter. A test that passed only after a retry counts as failed. */
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
 * Counts conditional skips as failures, for the CI job that installs every program (`FAIL_SKIPPED=1`). Only missing
 * root rights and another operating system excuse a skip.
 */
export function failSkipped(counts: Counts): Counts {
  const unexcused = (counts.notRun ?? []).filter((title) => !EXCUSED.test(title));
  return { ...counts, failed: counts.failed + unexcused.length };
}

/**
 * Returns a stage's counts. The exit code overrides the report: a runner that failed without a failed test (a crash,
 * a threshold, a leak) counts as one failure. So does a stage in which no test ran, unless it was narrowed to the
 * tests that a change affects.
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
