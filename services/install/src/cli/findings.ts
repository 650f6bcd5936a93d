import { UNKNOWABLE, type Finding } from '@casement/windows-image/contract/findings.js';

const MARKS = {
  ok: 'ok     ',
  warning: 'WARNING',
  refused: 'REFUSED',
  skipped: 'skipped',
} as const;

export function printFindings(findings: Finding[]): void {
  for (const { code, result, message, cure } of findings) {
    process.stdout.write(`${MARKS[result]}  ${code.padEnd(15)}  ${message}\n`);
    if (cure) process.stdout.write(`${' '.repeat(26)}${cure}\n`);
  }
  process.stdout.write('\nNot known without booting it:\n');
  for (const text of UNKNOWABLE) process.stdout.write(`  ${text}\n`);
}
