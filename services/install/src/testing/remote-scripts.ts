import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vpsFolder } from '@casement/install-engine/scripts.js';

const NAMES = [
  // Listed first because the script is prepended to two others.
  'check',
  'facts',
  'unpack-tools',
  'probe',
  'build-stage',
  'boot-grub',
  'boot-kexec',
  'restart',
  'clean-up',
] as const;

export type ScriptName = (typeof NAMES)[number] | 'attach' | 'tools-hash';

export interface RemoteScript {
  name: ScriptName;
  variables: Record<string, string>;
  /** Whether vps/guard.sh precedes the script. */
  guarded: boolean;
}

/** Whether a script arrived completely. The engine's last line calls the function that contains the rest. */
export const isComplete = (text: string) => text.endsWith('\nexit $?\n');

/** @throws if the engine never sends such a script */
export function recognise(text: string): RemoteScript {
  const guarded = text.includes(source('guard'));
  const variables = Object.fromEntries(
    [...text.matchAll(/^([A-Z][A-Z0-9_]*)='([^']*)'$/gm)].map(([, key = '', value = '']) => [
      key,
      value,
    ]),
  );
  const name = NAMES.find((candidate) => text.includes(source(candidate)));
  if (name) return { name, variables, guarded };
  if (text.includes('/proc/sys/kernel/random/boot_id'))
    return { name: 'attach', variables, guarded };
  if (text.includes('tools.sha256')) return { name: 'tools-hash', variables, guarded };
  throw new Error(`an unknown script arrived: ${text.slice(0, 200)}`);
}

const sources = new Map<string, string>();

function source(name: string): string {
  let text = sources.get(name);
  if (text === undefined) {
    text = readFileSync(join(vpsFolder, `${name}.sh`), 'utf8').trim();
    sources.set(name, text);
  }
  return text;
}
