import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(__dirname, '..', '..');
const read = (path: string) => readFileSync(join(repository, path), 'utf8');

/** Table names in the first column, by heading. */
const sections = new Map(
  read('docs/compliance/growth.md')
    .split('\n## ')
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      const rows = lines.filter((line) => line.startsWith('| `'));
      return [heading, rows] as const;
    }),
);
const tablesOf = (heading: string): string[] =>
  (sections.get(heading) ?? []).flatMap((row) =>
    [...row.split('|')[1].matchAll(/`(\w+)`/g)].map(([, table]) => table),
  );

describe('growth of the database', () => {
  it.each(['auth', 'billing', 'install', 'telegram', 'security'])(
    'describes each table of %s once, and no other',
    (service) => {
      const schema = read(`services/${service}/src/database/schema.sql`);
      const tables = [...schema.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, table]) => table);
      const described = [...tablesOf('Every service'), ...tablesOf(service)];
      expect(described.sort()).toEqual(tables.sort());
    },
  );

  it('names tests that exist', () => {
    const named = [...sections.values()]
      .flat()
      .flatMap((row) => [...row.matchAll(/\| `([^`]+)` › (.+?) +\|$/g)])
      .map(([, path, title]) => ({ path: path, title: title }));
    expect(named.length).toBeGreaterThan(20);
    const missing = named.filter(({ path, title }) => !read(path).includes(title));
    expect(missing).toEqual([]);
  });
});
