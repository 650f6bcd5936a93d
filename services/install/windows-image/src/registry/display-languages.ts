import { LANGUAGE_TAG } from '@casement/proto/http/install/windows-choices.js';
import type { Hive } from './hive.js';
import { controlSet } from './image-drivers.js';

/**
 * Reads the installed display languages, the image's own first: the preferred one, or the one of the installation
 * medium. Windows reads the same keys when it starts.
 * @throws HiveUnreadable
 */
export function readLanguages(system: Hive): string[] {
  const control = `${controlSet(system)}\\Control`;
  const installed = (system.key(`${control}\\MUI\\UILanguages`)?.children() ?? []).filter(
    ({ name }) => LANGUAGE_TAG.test(name),
  );
  const [preferred] = system.key(`${control}\\MUI\\Settings`)?.texts('PreferredUILanguages') ?? [];
  // Hexadecimal language id, such as 0407.
  const medium = system.key(`${control}\\Nls\\Language`)?.text('InstallLanguage') ?? '';
  const own =
    installed.find(({ name }) => name === preferred) ??
    installed.find((key) => key.number('LCID') === parseInt(medium, 16));
  const names = installed.map(({ name }) => name).sort();
  return own ? [own.name, ...names.filter((name) => name !== own.name)] : names;
}
