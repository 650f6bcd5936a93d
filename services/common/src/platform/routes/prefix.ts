/** Everything that the gateway routes to a service stands under /api, but for these. */
export const PREFIX = 'api';

const ROOTS = ['health', 'internal', 'images', 'uploads'];
const FILES = ['root-password.sh'];

/** In the framework's path syntax, for `setGlobalPrefix`. */
export const PREFIX_EXCLUDES = [...ROOTS.flatMap((root) => [root, `${root}/*rest`]), ...FILES];

/** Is `/a/b` answered at /api/a/b? */
export function isUnderPrefix(path: string): boolean {
  const first = path.split('/')[1] ?? '';
  return !ROOTS.includes(first) && !FILES.includes(path.slice(1));
}
