import 'reflect-metadata';
import { exitWithError } from '@casement/common/platform/bootstrap/exit-with-error.js';
import { loadConfig } from '@casement/common/core/config/load-config.js';
import { withNewContext } from '@casement/common/core/context/request-context.js';
import { createDataSource } from '@casement/common/data/database/data-source.js';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import { BlocksService } from '../blocks/blocks.service.js';
import { SecurityConfig } from '../config.js';
import { security } from '../security.service-definition.js';

const USAGE = 'usage: unblock ADDRESS';

/**
 * Command for operators who blocked themselves. The running service projects the change to the enforcement points.
 */
try {
  const [address, ...rest] = process.argv.slice(2);
  if (address === undefined || rest.length > 0) throw new Error(USAGE);
  const lifted = await unblock(address);
  process.stdout.write(
    lifted.length === 0
      ? `Nothing blocks ${address}.\n`
      : `Lifted: ${lifted.join(', ')}. No rule blocks ${address} again for an hour.\n`,
  );
} catch (error) {
  exitWithError('nothing was unblocked', error);
}

async function unblock(address: string): Promise<string[]> {
  const config = loadConfig(SecurityConfig, process.env);
  const source = await createDataSource({
    url: config.DATABASE_URL,
    applicationName: 'unblock',
    entities: security.database.entities,
  }).initialize();
  try {
    const db = new Database(source);
    const outbox = new Outbox();
    const audit = new Audit(db, outbox, security.name);
    const blocks = BlocksService.standalone(db, outbox, audit);
    return await withNewContext(() => blocks.breakGlass(address));
  } finally {
    await source.destroy();
  }
}
