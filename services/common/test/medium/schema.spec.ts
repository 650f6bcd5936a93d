import { resolve } from 'node:path';
import { commonMigrations } from '@casement/common/data/database/common-migrations.js';
import { schemaFile } from '@casement/common/testing/schema-file.js';

describe('common tables', () => {
  it('match schema.sql', async () => {
    const path = resolve(__dirname, '../../src/data/database/schema.sql');
    const { written, actual } = await schemaFile(path, commonMigrations);
    expect(written).toBe(actual);
  });
});
