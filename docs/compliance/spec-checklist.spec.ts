import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const web = join(__dirname, '../..');
const checklist = readFileSync(join(web, 'docs/spec-checklist.md'), 'utf8');

/** Every test file of the web, by its path, as one line of text. */
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

describe('the checklist of the specification', () => {
  it('has a proof in every row', () => {
    expect(rows.length).toBeGreaterThan(200);
    const open = rows.filter(([, proof]) => !/^`[^`]+` › .+$/.test(proof ?? ''));
    expect(open).toEqual([]);
  });

  it('names only tests that there are', () => {
    const gone = rows.filter(([, proof = '']) => {
      const [, end = '', title = ''] = /^`([^`]+)` › (.+)$/.exec(proof) ?? [];
      const found = specs.filter(({ file }) => file.endsWith(`/${end}`));
      return !(
        found.length === 1 && ["'", '"', '`'].some((q) => found[0]!.text.includes(q + title + q))
      );
    });
    expect(gone).toEqual([]);
  });
});
