import { constants } from 'node:fs';
import { open, opendir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ImageRefused } from '@casement/windows-image/image-failures.js';
import type { ImageSource } from '@casement/windows-image/import/import-image.js';
import { fileBytes } from '@casement/windows-image/formats/sparse-file.js';

/** Maximum number of files offered for selection. Other files can be entered by name. */
const MAX_LISTED = 200;

export type OpenSource = ImageSource & { close: () => Promise<void> };

/**
 * Opens a file in the import folder. Links may lead to other files of the folder, but nowhere outside it.
 *
 * @throws ImageRefused SOURCE_MISSING, SOURCE_OUTSIDE, SOURCE_NOT_A_FILE
 */
export async function openImportFile(folder: string, name: string): Promise<OpenSource> {
  const path = await importPath(folder, name);
  // Opening a pipe would block without NONBLOCK.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch((cause: unknown) => {
    throw new ImageRefused('SOURCE_NOT_A_FILE', { name }, { cause });
  });
  const [opened, checked] = await Promise.all([file.stat(), stat(path).catch(() => null)]);
  // Verifies that the opened file is the checked one and was not replaced by a link in between.
  if (!opened.isFile() || opened.ino !== checked?.ino || opened.dev !== checked.dev) {
    await file.close();
    throw new ImageRefused('SOURCE_NOT_A_FILE', { name });
  }
  return { bytes: fileBytes(file, path), size: opened.size, close: () => file.close() };
}

/** Resolves the real path of a file. @throws ImageRefused SOURCE_MISSING, SOURCE_OUTSIDE */
export async function importPath(folder: string, name: string): Promise<string> {
  const root = await realpath(folder).catch(() => null);
  if (root === null || name.includes('\0')) throw new ImageRefused('SOURCE_MISSING', { name });
  // Rejected before any lookup, so that the response does not reveal whether a file exists outside the folder.
  const wanted = join(root, name);
  if (!isBelow(root, wanted)) throw new ImageRefused('SOURCE_OUTSIDE', { name });
  const path = await realpath(wanted).catch(() => null);
  if (path === null) throw new ImageRefused('SOURCE_MISSING', { name });
  if (!isBelow(root, path)) throw new ImageRefused('SOURCE_OUTSIDE', { name });
  return path;
}

/** Lists regular files that are not hidden, newest first. */
export async function importFiles(
  folder: string,
): Promise<{ name: string; size: number; modifiedAt: Date }[]> {
  const files: { name: string; size: number; modifiedAt: Date }[] = [];
  const root = await realpath(folder).catch(() => null);
  if (root === null) return files;
  for await (const entry of await opendir(root, { recursive: true })) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(() => null);
    if (!found) continue;
    files.push({ name: relative(root, path), size: found.size, modifiedAt: found.mtime });
  }
  files.sort((a, b) => b.modifiedAt.getTime() - a.modifiedAt.getTime());
  return files.slice(0, MAX_LISTED);
}

const isBelow = (root: string, path: string): boolean =>
  path.startsWith(root.endsWith(sep) ? root : root + sep);
