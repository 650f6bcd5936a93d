import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Hive, HiveUnreadable, MAX_HIVE_BYTES } from '../registry/hive.js';
import { regFile, type RegistryChanges } from '../registry/reg-file.js';
import { BuildRefused } from './build-refused.js';
import { run } from './programs.js';

/** @throws BuildRefused if it is not a complete hive */
export async function openHive(path: string): Promise<Hive> {
  const name = basename(path);
  try {
    const found = await stat(path).catch(() => null);
    if (!found) throw new HiveUnreadable('it is not there');
    if (found.size > MAX_HIVE_BYTES) throw new HiveUnreadable('it is too large for a hive');
    const hive = Hive.open(await readFile(path));
    if (!hive.isClean) throw new HiveUnreadable('its last changes are only in its log');
    return hive;
  } catch (error) {
    if (!(error instanceof HiveUnreadable)) throw error;
    throw new BuildRefused(
      `The edition's registry hive ${name} cannot be used: ${error.message}.`,
      {
        cause: error,
      },
    );
  }
}

/** Writes the changes with hivex and verifies them with our own reader. @throws BuildRefused */
export async function editHive(
  folder: string,
  file: string,
  changes: RegistryChanges,
  signal?: AbortSignal,
): Promise<void> {
  const name = basename(file);
  let text: string;
  try {
    text = regFile(changes);
  } catch (error) {
    // The invalid name comes from an INF or a template.
    throw new BuildRefused(`${name} cannot be changed: ${(error as Error).message}.`, {
      cause: error,
    });
  }
  const reg = `${name}.reg`;
  await writeFile(join(folder, reg), text, { mode: 0o600 });
  await run('hivexregedit', ['--merge', file, reg], {
    folder,
    doing: `Changing the registry hive ${name}`,
    signal,
  });
  const hive = await openHive(join(folder, file));
  for (const [key, values] of Object.entries(changes)) {
    const written = hive.key(key);
    const differs = Object.entries(values ?? {}).some(([value, { type, data }]) => {
      const found = written?.value(value);
      return found?.type !== type || !found.data.equals(data);
    });
    if (differs || (written === null) !== (values === null)) {
      throw new BuildRefused(`${name} does not hold what was written to ${key}.`);
    }
  }
}
