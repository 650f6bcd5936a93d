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
