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

/** Returns the files from agent/, which become the RAM stage. */
export async function agentScripts(): Promise<{ name: string; content: string }[]> {
  const dir = join(packageRoot, 'agent');
  const names = (await readdir(dir)).filter((name) => !name.startsWith('.')).sort();
  return Promise.all(
    names.map(async (name) => ({ name, content: await readFile(join(dir, name), 'utf8') })),
  );
}
