import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const web = join(__dirname, '../../web');
const checklist = readFileSync(join(__dirname, 'spec-checklist.md'), 'utf8');

/** Text of every web test file, with whitespace collapsed. */
const specs = ['src', 'e2e/mocked', 'e2e/stack'].flatMap((folder) =>
  readdirSync(join(web, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /spec\.tsx?$/.test(path))
    .map((path) => {
      const file = join(folder, path);
      return { file, text: readFileSync(join(web, file), 'utf8').replace(/\s+/g, ' ') };
    }),
);

/**
 * `### \`end/of/path.spec.tsx\`` names the test file for the lines that follow: `- what a person sees › title of the
 * test`.
 */
const rows: { file?: string; line: string; title?: string }[] = [];
let file: string | undefined;
for (const line of checklist.split('\n')) {
  if (line.startsWith('#')) file = /^### `([^`]+)`$/.exec(line)?.[1];
  if (line.startsWith('- ')) rows.push({ file, line, title: /^- .+? › (.+)$/.exec(line)?.[1] });
}

describe('docs/compliance/spec-checklist.md', () => {
  it('names a test in every line', () => {
    expect(rows.length).toBeGreaterThan(200);
    expect(rows.filter(({ file, title }) => !file || !title)).toEqual([]);
  });

  it('names only tests that exist', () => {
    const missing = rows.filter(({ file, title }) => {
      const found = specs.filter((spec) => spec.file.endsWith(`/${file}`));
      return !(
        found.length === 1 && ["'", '"', '`'].some((q) => found[0].text.includes(q + title + q))
      );
    });
    expect(missing).toEqual([]);
  });
});
