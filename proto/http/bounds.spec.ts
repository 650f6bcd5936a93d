import { readdirSync } from 'node:fs';
import type { z } from 'zod';
import type { Route } from './route.js';

/**
 * SPEC §9, wrong input is refused: PostgreSQL text cannot contain NUL, and its integers end at 2³¹. A value that a
 * schema accepts but a column cannot store would cause a 500.
 */

/** Values that never reach a column unchanged. */
const ANY_TEXT: Record<string, RegExp> = {
  'a password, which is hashed or sealed': /\.(\w*[pP]assword|passwd_\w+|ssh_passphrase)$/,
  'a secret or code, of which the hash is looked up':
    /[.{](token|device_code|challengeId|secret)\}?$/,
  'compared as text before anything is read': / \{(name|sha256|kind|page)\}$| \?\.origin$/,
  'an id that has to be a UUID before anything is read': / \{(id|installId)\}$|\.captchaId$/,
  'a position in a list, which cursor.ts reads and checks': / \?\.after$/,
  'a location, which is checked with its source':
    /^POST \/admin\/windows-images\/import\.location$/,
  'a key, which has to be one': /\.ssh_key$/,
  'a name that UsersRepository.findByLogin refuses': /^POST \/auth\/login\.username$/,
};

/** Stored as bigint, or checked further before they reach a column. */
const LARGER = [
  'POST /admin/windows-images/uploads.size',
  // Errors in a table cell are reported for its row.
  'POST /user/batches.rows[].ssh_port',
];

const MAX_INTEGER = 2 ** 31 - 1;
const NUL = [
  '\u0000',
  'a\u0000b',
  'a@example.com\u0000',
  'https://a.example/\u0000x',
  '8.8.8.8\u0000',
];
const HUGE = [2 ** 31, 9_007_199_254_740_990, -(2 ** 31) - 1].flatMap((n) => [n, String(n)]);

type Leaf = [path: string, schema: z.ZodType];

interface Def {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  valueType?: z.ZodType;
  innerType?: z.ZodType;
  options?: z.ZodType[];
}

/** Returns every schema of a single value with its path. */
function leaves(schema: z.ZodType, path: string): Leaf[] {
  const { type, shape, element, valueType, innerType, options } = schema.def as unknown as Def;
  if (shape) return Object.entries(shape).flatMap(([name, one]) => leaves(one, `${path}.${name}`));
  if (element) return leaves(element, `${path}[]`);
  if (type === 'record' && valueType) return leaves(valueType, `${path}{}`);
  if (options) return options.flatMap((one) => leaves(one, path));
  if (innerType && holdsMany(innerType)) return leaves(innerType, path);
  return [[path, schema]];
}

const holdsMany = (schema: z.ZodType): boolean => {
  const { shape, element, innerType, options } = schema.def as unknown as Def;
  return Boolean(shape ?? element ?? options ?? (innerType && holdsMany(innerType)));
};

const tables = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.routes.ts'),
);
const routes = tables.flatMap((file) => {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- every table, also those added later
  const exported = require(`./${file}`) as Record<string, Record<string, Route>>;
  return Object.values(exported).flatMap((table) => Object.values(table));
});
const inputs = routes.flatMap((route): Leaf[] => {
  const at = `${route.method} ${route.path}`;
  return [
    ...Object.entries(route.params ?? {}).map(([name, one]): Leaf => [`${at} {${name}}`, one]),
    ...(route.query ? leaves(route.query, `${at} ?`) : []),
    ...(route.body ? leaves(route.body, at) : []),
  ];
});

it('covers every route', () => {
  expect(routes.length).toBeGreaterThan(150);
  expect(inputs.length).toBeGreaterThan(300);
});

it('rejects NUL in all text except for the kinds in ANY_TEXT', () => {
  const found = inputs.filter(([, schema]) =>
    NUL.some((text) => JSON.stringify(schema.safeParse(text).data ?? '').includes('\\u0000')),
  );
  const kinds = Object.values(ANY_TEXT);
  const names = found.map(([path]) => path);
  expect(names.filter((path) => !kinds.some((kind) => kind.test(path)))).toEqual([]);
  expect(kinds.filter((kind) => !names.some((path) => kind.test(path)))).toEqual([]);
});

it('rejects numbers outside an integer column unless listed above', () => {
  const found = inputs.filter(([, schema]) =>
    HUGE.some((value) => {
      const { data } = schema.safeParse(value);
      return typeof data === 'number' && Math.abs(data) > MAX_INTEGER;
    }),
  );
  expect(found.map(([path]) => path).sort()).toEqual([...LARGER].sort());
});
