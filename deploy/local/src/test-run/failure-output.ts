import { readFileSync } from 'node:fs';

/** Output lines of Jest and Playwright about passed tests. */
const PASSED = /^(PASS |\s+✓ |\s+✔ |\s*√ )/;

/** Returns the output of a failed stage without lines about passed tests. */
export function failureOutput(log: string): string {
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => !PASSED.test(line))
    .join('\n');
}

/** Prefixes of failed tests in the output of Jest, Playwright and the shell tests. */
const FAILED = /^(  ● |  \d+\) \[|(\d\d:\d\d:\d\d )?FAIL )/;
const LINES_EACH = 16;
const LINES = 80;

/**
 * Returns the names of failed tests, each with the first lines of its reason, for the end of the run, where readers
 * look first.
 */
export function failedTests(log: string): string[] {
  const lines = failureOutput(log).split('\n');
  const named = lines.flatMap((line, at) => {
    if (!FAILED.test(line)) return [];
    const rest = lines.slice(at + 1, at + LINES_EACH);
    const next = rest.findIndex((one) => FAILED.test(one));
    return [line, ...(next < 0 ? rest : rest.slice(0, next)).filter((one) => one.trim() !== '')];
  });
  return named.slice(0, LINES);
}
