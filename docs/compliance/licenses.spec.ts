import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = readFileSync(join(__dirname, 'licenses.md'), 'utf8');

/** Licences that allow commercial use without publishing Casement's source. */
const ACCEPTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);

describe('licences of dependencies', () => {
  it('are listed as in package-lock.json', () => {
    const program = `
      import { readFileSync } from 'node:fs';
      import { licensesPage } from './docs/compliance/licenses.mjs';
      process.stdout.write(licensesPage(JSON.parse(readFileSync('package-lock.json', 'utf8'))));`;
    const root = join(__dirname, '..', '..');
    const expected = execFileSync('node', ['--input-type=module', '-e', program], { cwd: root });
    expect(page).toBe(expected.toString());
  });

  it('allow commercial use', () => {
    const found = [...page.matchAll(/^## (.+)$/gm)].flatMap(([, license]) =>
      license.split(/ (?:AND|OR|and|or) /),
    );
    expect(found.length).toBeGreaterThan(8);
    expect(found.filter((license) => !ACCEPTED.has(license))).toEqual([]);
  });
});
