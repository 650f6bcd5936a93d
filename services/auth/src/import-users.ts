import 'reflect-metadata';
import { exitWithError } from '@casement/common/platform/bootstrap/exit-with-error.js';
import { loadConfig } from '@casement/common/core/config/load-config.js';
import { withNewContext } from '@casement/common/core/context/request-context.js';
import { createDataSource } from '@casement/common/data/database/data-source.js';
import { Database } from '@casement/common/data/database/database.js';
import { Audit } from '@casement/common/messaging/audit.js';
import { Outbox } from '@casement/common/messaging/outbox/outbox.js';
import { AuthConfig } from './config.js';
import { LegacyImport } from './cli/legacy-import.js';
import { readUsers } from './cli/read-users.js';

const USAGE = 'usage: import-users FILE.csv|FILE.json [--dry-run]';

/** Exit code if some lines were refused and all others imported. */
const SOME_REFUSED = 2;

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  exitWithError('users could not be imported', error);
}

async function run(words: string[]): Promise<number> {
  const dryRun = words.includes('--dry-run');
  const [file, ...rest] = words.filter((word) => word !== '--dry-run');
  if (file === undefined || rest.length > 0) throw new Error(USAGE);

  const { DATABASE_URL: url } = loadConfig(AuthConfig, process.env);
  const source = await createDataSource({ url, applicationName: 'import-users' }).initialize();
  try {
    const db = new Database(source);
    const report = await new LegacyImport(db, {
      dryRun,
      onRefused: (line, why) => process.stdout.write(`line ${line}: ${why}\n`),
    }).run(readUsers(file));
    if (!dryRun && report.imported > 0) {
      await withNewContext(() =>
        new Audit(db, new Outbox(), 'auth').record(null, {
          action: 'users.imported',
          target: 'users',
          after: report,
        }),
      );
    }
    const { read, imported, alreadyThere, refused, lostEmails } = report;
    const done = dryRun ? 'would be imported' : 'imported';
    process.stdout.write(
      `${read} read: ${imported} ${done}, ${alreadyThere} already there, ${refused} refused\n`,
    );
    if (lostEmails > 0) {
      process.stdout.write(
        `${lostEmails} accounts have no email any more: another one has verified it. They are asked for another after the sign-in\n`,
      );
    }
    return refused > 0 ? SOME_REFUSED : 0;
  } finally {
    await source.destroy();
  }
}
