import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sealedColumns } from './sealed-columns.js';

describe('sealed columns', () => {
  it('are all that the schema has', () => {
    const schema = readFileSync(join(__dirname, '../database/schema.sql'), 'utf8');
    const found = [...schema.matchAll(/^CREATE TABLE (\w+) \(([\s\S]*?)^\)/gm)].flatMap(
      ([, table, body]) =>
        [...body.matchAll(/^  (\w*(?:sealed|secret|password|credentials|product_key)\w*) text/gm)]
          .map(([, column]) => `${table}.${column}`)
          .filter((column) => !/hash/.test(column)),
    );
    expect(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(
      found.sort(),
    );
  });
});
