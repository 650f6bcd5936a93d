import { resolve } from 'node:path';
import { schemaFile } from '@casement/common/testing/schema-file.js';
import { auth } from '../../src/auth.service-definition.js';

describe('auth tables', () => {
  it('match schema.sql', async () => {
    const path = resolve(__dirname, '../../src/database/schema.sql');
    const { written, actual } = await schemaFile(path, auth.database.migrations);
    expect(written).toBe(actual);
  });
});
