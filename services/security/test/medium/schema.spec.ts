import { resolve } from 'node:path';
import { schemaFile } from '@casement/common/testing/schema-file.js';
import { security } from '../../src/security.service-definition.js';

describe('security tables', () => {
  it('match schema.sql', async () => {
    const path = resolve(__dirname, '../../src/database/schema.sql');
    const { written, actual } = await schemaFile(path, security.database.migrations);
    expect(written).toBe(actual);
  });
});
