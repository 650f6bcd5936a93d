import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const packageRoot = join(import.meta.dirname, '..');
/** Folder of the scripts that run on the customer's Linux. */
export const vpsFolder = join(packageRoot, 'vps');
const cache = new Map<string, Promise<string>>();

/** Returns a script from vps/, which runs on the customer's Linux. */
export function vpsScript(name: string): Promise<string> {
  const path = join(vpsFolder, `${name}.sh`);
  let text = cache.get(path);
  if (!text) cache.set(path, (text = readFile(path, 'utf8')));
  return text;
}

/** Scripts for Windows that the recovery system has at hand. The others come from the service after the write. */
const RECOVERY_WINDOWS_SCRIPTS = ['password.ps1', 'reset.cmd'];

/** Returns the files that become the RAM stage: those from agent/, and Windows' scripts for the recovery system. */
export async function agentScripts(): Promise<{ name: string; content: string }[]> {
  const names = (await readdir(join(packageRoot, 'agent')))
    .filter((name) => !name.startsWith('.'))
    .sort();
  const read = async (folder: string, name: string) => ({
    name,
    content: await readFile(join(packageRoot, folder, name), 'utf8'),
  });
  return Promise.all([
    ...names.map((name) => read('agent', name)),
    ...RECOVERY_WINDOWS_SCRIPTS.map(async (name) => {
      const { content } = await read('windows', name);
      return { name, content: crlf(content) };
    }),
  ]);
}

/** Returns the text with the line ends that Windows needs in batch files. */
export const crlf = (text: string): string => text.replace(/\r?\n/g, '\r\n');
