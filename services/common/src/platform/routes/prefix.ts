/** Path prefix of all routes except those under `ROOTS` and `FILES`. */
export const PREFIX = 'api';

const ROOTS = ['health', 'internal', 'images', 'uploads', 'legal', 'brand'];
const FILES = ['root-password.sh'];

/** Paths in the framework's syntax, for `setGlobalPrefix`. */
export const PREFIX_EXCLUDES = [...ROOTS.flatMap((root) => [root, `${root}/*rest`]), ...FILES];

/** Returns whether a controller's path `/a/b` is served at /api/a/b. */
export function isUnderPrefix(path: string): boolean {
  const first = path.split('/')[1] ?? '';
  return !ROOTS.includes(first) && !FILES.includes(path.slice(1));
}
