import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installContexts } from '../installs/install-secrets.js';
import { sealedColumns } from './sealed-columns.js';

describe('sealed columns', () => {
  it('are all that the schema has', () => {
    const schema = readFileSync(join(__dirname, '../database/schema.sql'), 'utf8');
    const found = [...schema.matchAll(/^CREATE TABLE (\w+) \(([\s\S]*?)^\)/gm)].flatMap(
      ([, table, body]) =>
        [
          ...body.matchAll(
            /^  (\w*(?:sealed|secret|password|credentials|product_key|linux_access)\w*) text/gm,
          ),
        ]
          .map(([, column]) => `${table}.${column}`)
          .filter((column) => !/hash/.test(column)),
    );
    expect(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(
      found.sort(),
    );
  });

  it('include every secret of an install, whatever its column is called', () => {
    const contexts = sealedColumns.map(({ context }) => context);
    expect(contexts).toEqual(expect.arrayContaining(Object.values(installContexts)));
  });
});
