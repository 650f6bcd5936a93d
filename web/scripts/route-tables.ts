import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Route } from '../../proto/http/route.js';
import type { Plugin } from 'vite';

const TABLE = /\/proto\/http\/((?:[\w-]+\/)*[\w-]+\.routes)\.ts$/;
const BUILT = fileURLToPath(new URL('../../proto/dist/http/', import.meta.url));

/**
 * Ships the tables of proto/http to the browser with only the fields that the client reads. The schemas serve the
 * services and the types, and would pull zod into every screen that makes a call.
 */
export function routeTables(): Plugin {
  return {
    name: 'casement:route-tables',
    enforce: 'pre',
    async load(id) {
      const [, name] = TABLE.exec(id) ?? [];
      if (!name) return null;
      const url = pathToFileURL(`${BUILT}${name}.js`);
      const tables = (await import(url.href)) as Record<string, Record<string, Route>>;
      return Object.entries(tables)
        .map(
          ([variable, table]) =>
            `export const ${variable} = ${JSON.stringify(withoutSchemas(table))};`,
        )
        .join('\n');
    },
  };
}

/** Of the effects, only `purchase` matters to the client, which then asks for new terms. */
const withoutSchemas = (table: Record<string, Route>) =>
  Object.fromEntries(
    Object.entries(table).map(([name, { method, path, idempotency, effect }]) => [
      name,
      { method, path, idempotency, ...(effect === 'purchase' && { effect }) },
    ]),
  );
