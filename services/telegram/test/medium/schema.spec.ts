import { resolve } from 'node:path';
import { schemaFile } from '@casement/common/testing/schema-file.js';
import { telegram } from '../../src/telegram.service-definition.js';

describe('Telegram tables', () => {
  it('match schema.sql', async () => {
    const path = resolve(__dirname, '../../src/database/schema.sql');
    const { written, actual } = await schemaFile(path, telegram.database.migrations);
    expect(written).toBe(actual);
  });
});
