import { readFileSync } from 'node:fs';

/** Lines of Jest and Playwright on what passed. */
const PASSED = /^(PASS |\s+✓ |\s+✔ |\s*√ )/;

/** What a failed stage printed, without its lines about what passed. */
export function failureOutput(log: string): string {
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => !PASSED.test(line))
    .join('\n');
}

/** How Jest, Playwright and the shell tests begin what they say of a failed test. */
const FAILED = /^(  ● |  \d+\) \[|(\d\d:\d\d:\d\d )?FAIL )/;
const LINES_EACH = 16;
const LINES = 80;

/** The names of the tests that failed, each with the first lines of its reason: for the end of the run, where it's looked for first. */
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
