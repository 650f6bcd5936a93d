import { isUtf8 } from 'node:buffer';
import type { KongFile, KongRoute, KongService, Plugins } from './kong-file.js';

/** A path of a route, with its service and the plugins in force. */
interface Entry {
  route: KongRoute;
  service?: KongService;
  plugins: Plugins;
  prefix: string;
  regex?: RegExp;
}
/** `taken` is the part of the request path that the route's path matched. */
export type Match = Entry & { taken: string };

/** A narrower level replaces a wider level; values are not merged. */
export const effectivePlugins = (...levels: KongFile['plugins'][]): Plugins =>
  Object.fromEntries(levels.flat().map((p) => [p.name, p.config]));

function toEntries(file: KongFile, route: KongRoute, service?: KongService): Entry[] {
  const plugins = effectivePlugins(file.plugins, service?.plugins ?? [], route.plugins);
  return route.paths.map((path) => {
    // Paths in the file are decoded text, whereas request paths are compared as bytes.
    const bytes = Buffer.from(path, 'utf8').toString('latin1');
    const regex = path.startsWith('~') ? new RegExp(`^(?:${bytes.slice(1)})`) : undefined;
    return { route, service, plugins, prefix: bytes, regex };
  });
}

/** Kong's precedence: more attributes first, then regex before prefix, higher regex_priority, longest prefix. */
const order = (a: Entry, b: Entry) =>
  Number(!!b.route.methods) - Number(!!a.route.methods) ||
  Number(!!b.regex) - Number(!!a.regex) ||
  (a.regex ? b.route.regex_priority - a.route.regex_priority : b.prefix.length - a.prefix.length);

/** @returns a function that finds the route for a method and a normalized path */
export function router(file: KongFile) {
  const owned = file.services.flatMap((s) => s.routes.flatMap((r) => toEntries(file, r, s)));
  const entries = [...owned, ...file.routes.flatMap((r) => toEntries(file, r))].sort(order);
  return (method: string, path: string): Match | undefined => {
    if (!isUtf8(Buffer.from(path, 'latin1'))) return undefined;
    for (const entry of entries) {
      const taken = entry.regex ? entry.regex.exec(path)?.[0] : entry.prefix;
      const fits = taken !== undefined && path.startsWith(taken);
      if (fits && entry.route.methods?.includes(method) !== false) return { ...entry, taken };
    }
    return undefined;
  };
}

/**
 * Returns a request path as Kong matches it: all characters except reserved ones decoded (to bytes), slashes merged,
 * dot segments resolved. Returns undefined for paths that are malformed or above the root, which nginx refuses.
 */
export function normalisePath(path: string): string | undefined {
  if (/^(\/[\w-]+)+$/.test(path)) return path;
  if (!path.startsWith('/') || /%(?![\da-f]{2})|%00/i.test(path)) return undefined;
  const decoded = path.replace(/%([\da-f]{2})/gi, (triplet, hex: string) => {
    const char = String.fromCharCode(parseInt(hex, 16));
    return "!*'();:@&=+$,/?%#[]".includes(char) ? triplet.toUpperCase() : char;
  });
  const segments: string[] = [];
  for (const segment of decoded.split('/')) {
    if (segment === '..' && segments.pop() === undefined) return undefined;
    if (!['', '.', '..'].includes(segment)) segments.push(segment);
  }
  return `/${segments.join('/')}${segments.length > 0 && /\/\.{0,2}$/.test(decoded) ? '/' : ''}`;
}

/** Inverse of `normalisePath`, for the upstream. */
export const escapePath = (path: string): string =>
  path.replace(/[^!#$&'()*+,/:;=?@[\]\w.~%-]/g, (char) => {
    return '%' + char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
  });
