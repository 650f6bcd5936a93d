import { resolve } from 'node:path';
import { schemaFile } from '@casement/common/testing/schema-file.js';
import { billing } from '../../src/billing.service-definition.js';

describe('billing tables', () => {
  it('match schema.sql', async () => {
    const path = resolve(__dirname, '../../src/database/schema.sql');
    const { written, actual } = await schemaFile(path, billing.database.migrations);
    expect(written).toBe(actual);
  });
});
