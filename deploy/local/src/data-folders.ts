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

/** Folders for the files of a run, all in `DATA_DIR`. */
export interface DataFolders {
  root: string;
  /** Holds nats-server if it had to be downloaded. */
  bin: string;
  /** Contains a folder with a certificate for each service. */
  identities: string;
  logs: string;
  nats: string;
  postgres: string;
  runFile: string;
  /** Transactions of the payment sandbox. */
  sandboxFile: string;
}

/** Creates the folders. Keeps the previous run's log of each part as `NAME.previous.log`. */
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

/** Creates an empty log file for one part of this run. */
export function freshLog(folders: DataFolders, name: string): string {
  const file = join(folders.logs, `${name}.log`);
  if (existsSync(file)) renameSync(file, join(folders.logs, `${name}.previous.log`));
  return file;
}

/**
 * If started by root, PostgreSQL runs as another user, who cannot access a clone in /root. Its data is then in
 * /var/lib, and a file in DATA_DIR contains the path. A new DATA_DIR starts with a new database.
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
