import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isReachableByOthers } from './paths.js';

/** Where the parts of a run keep their things, all below `DATA_DIR`. */
export interface DataFolders {
  root: string;
  /** nats-server, when it had to be fetched. */
  bin: string;
  /** A folder for each service, with its certificate. */
  identities: string;
  logs: string;
  nats: string;
  postgres: string;
  runFile: string;
  /** The payment sandbox's transactions. */
  sandboxFile: string;
}

/** Makes the folders. Of each log the previous run's is kept beside it as `NAME.previous.log`. */
export function prepareDataFolders(root: string): DataFolders {
  const logs = join(root, 'logs');
  mkdirSync(logs, { recursive: true });
  return {
    root,
    bin: join(root, 'bin'),
    identities: join(root, 'identities'),
    logs,
    nats: join(root, 'nats'),
    postgres: postgresFolder(root),
    runFile: join(root, 'run.json'),
    sandboxFile: join(root, 'sandbox.json'),
  };
}

/** The log file of one part of this run, begun anew. */
export function freshLog(folders: DataFolders, name: string): string {
  const file = join(folders.logs, `${name}.log`);
  if (existsSync(file)) renameSync(file, join(folders.logs, `${name}.previous.log`));
  return file;
}

/**
 * As root PostgreSQL runs as another user, who cannot enter a clone under /root. Then its data lies
 * under /var/lib, and a file in DATA_DIR says where: a new DATA_DIR starts with a new database.
 */
function postgresFolder(root: string): string {
  if (process.getuid?.() !== 0 || isReachableByOthers(root)) return join(root, 'postgres');
  const pointer = join(root, 'postgres.path');
  if (!existsSync(pointer)) {
    writeFileSync(pointer, mkdtempSync('/var/lib/casement-'));
  }
  const folder = readFileSync(pointer, 'utf8');
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711);
  return join(folder, 'postgres');
}
