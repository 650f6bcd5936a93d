import { resolve } from 'node:path';
import { schemaFile } from '@casement/common/testing/schema-file.js';
import { install } from '../../src/install.service-definition.js';

describe('install tables', () => {
  it('match schema.sql', async () => {
    const path = resolve(__dirname, '../../src/database/schema.sql');
    const { written, actual } = await schemaFile(path, install.database.migrations);
    expect(written).toBe(actual);
  });
});
