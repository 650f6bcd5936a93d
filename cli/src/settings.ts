import {
  constants,
  mkdirSync,
  openSync,
  readFileSync,
  fstatSync,
  closeSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CliError, EXIT } from './exit-codes.js';
import type { Io } from './io.js';

export interface Settings {
  url: string;
  key: string;
}

type Env = Io['env'];

const settingsFile = (env: Env): string =>
  env['CASEMENT_CONFIG'] ??
  join(env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'casement', 'config.json');

/**
 * Reads the key from CASEMENT_API_KEY, otherwise from the file. The address is `--url`, otherwise CASEMENT_URL,
 * otherwise the file's. The file's key is only sent to the file's address.
 *
 * @throws CliError
 */
export function readSettings(env: Env, urlOption?: string): Settings {
  const saved = readSaved(settingsFile(env));
  const url = urlOption ?? env['CASEMENT_URL'] ?? saved?.url;
  if (!url) {
    throw new CliError(
      'No server configured. Pass --url https://…, set CASEMENT_URL, or run `casement login`.',
      EXIT.usage,
    );
  }
  const origin = originOf(url);
  const key = env['CASEMENT_API_KEY'] || (saved?.url === origin ? saved.key : undefined);
  if (key) return { url: origin, key };
  throw new CliError(
    saved
      ? `The saved key is for ${saved.url} and is not sent to ${origin}. Set CASEMENT_API_KEY or run \`casement login --url ${origin}\`.`
      : 'No API key found. Run `casement login` or set CASEMENT_API_KEY.',
    EXIT.notAllowed,
  );
}

/** Creates a new file, so that no reader sees a partial file or an older file's mode. */
export function saveSettings(env: Env, settings: Settings): string {
  const file = settingsFile(env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(temporary, file);
  return file;
}

/** @throws CliError for an invalid address, and for HTTP to another machine, where the key could be intercepted */
export function originOf(url: string): string {
  if (!URL.canParse(url)) throw new CliError(`Invalid URL: ${url}. Use https://….`, EXIT.usage);
  const { protocol, hostname, origin } = new URL(url);
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback)) {
    throw new CliError(
      `${url} is not encrypted, so the key could be intercepted. Use https://.`,
      EXIT.usage,
    );
  }
  return origin;
}

function readSaved(file: string): Settings | null {
  const text = readPrivate(file);
  if (text === null) return null;
  try {
    const { url, key } = JSON.parse(text) as Record<string, unknown>;
    if (typeof url === 'string' && typeof key === 'string') return { url, key };
  } catch {
    // Handled below like any other invalid content.
  }
  throw new CliError(`Cannot read ${file}. Run \`casement login\` again.`, EXIT.usage);
}

/** Reads mode and content from the same open file, so it cannot be replaced in between. */
function readPrivate(file: string): string | null {
  let opened: number;
  try {
    opened = openSync(file, constants.O_RDONLY);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new CliError(`Cannot read ${file}: ${(error as Error).message}.`, EXIT.usage);
  }
  try {
    const mode = fstatSync(opened).mode & 0o777;
    if (process.platform !== 'win32' && mode !== 0o600) {
      throw new CliError(
        `${file} has mode ${mode.toString(8)}, so other users may have read the key. Run \`chmod 600 ${file}\`. If other people use this machine, revoke the key and create a new one.`,
        EXIT.notAllowed,
      );
    }
    return readFileSync(opened, 'utf8');
  } finally {
    closeSync(opened);
  }
}
