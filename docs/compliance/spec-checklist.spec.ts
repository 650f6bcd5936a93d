import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const web = join(__dirname, '../../web');
const checklist = readFileSync(join(__dirname, 'spec-checklist.md'), 'utf8');

/** Text of every test file of the web, with white space collapsed. */
const specs = ['src', 'e2e/mocked', 'e2e/stack'].flatMap((folder) =>
  readdirSync(join(web, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /spec\.tsx?$/.test(path))
    .map((path) => {
      const file = join(folder, path);
      return { file, text: readFileSync(join(web, file), 'utf8').replace(/\s+/g, ' ') };
    }),
);

const rows = checklist
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\| (-|what )/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, 3)
      .map((cell) => cell.trim()),
  );

describe('docs/compliance/spec-checklist.md', () => {
  it('names a test in every row', () => {
    expect(rows.length).toBeGreaterThan(200);
    const open = rows.filter(([, proof]) => !/^`[^`]+` › .+$/.test(proof ?? ''));
    expect(open).toEqual([]);
  });

  it('names only tests that exist', () => {
    const gone = rows.filter(([, proof = '']) => {
      const [, end = '', title = ''] = /^`([^`]+)` › (.+)$/.exec(proof) ?? [];
      const found = specs.filter(({ file }) => file.endsWith(`/${end}`));
      return !(
        found.length === 1 && ["'", '"', '`'].some((q) => found[0].text.includes(q + title + q))
      );
    });
    expect(gone).toEqual([]);
  });
});
