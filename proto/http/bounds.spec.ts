import { readdirSync } from 'node:fs';
import type { z } from 'zod';
import type { Route } from './route.js';

/**
 * SPEC §9, wrong input is refused: a number that a schema accepts and an integer column does not hold would be answered
 * by 500. (Text that PostgreSQL does not hold is refused by ValidationPipe for all routes.)
 */

/** Stored as bigint, or checked further before a column gets them. */
const LARGER = [
  'POST /admin/windows-images/uploads.size',
  // What a cell of a table breaks is reported for its row.
  'POST /user/batches.rows[].ssh_port',
];

const MAX_INTEGER = 2 ** 31 - 1;
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

/** Every schema of a single value, with the path to it. */
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

const tables = readdirSync(__dirname).filter((file) => file.endsWith('.routes.ts'));
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

it('walks every route', () => {
  expect(routes.length).toBeGreaterThan(150);
  expect(inputs.length).toBeGreaterThan(300);
});

it('accepts no number that an integer column cannot hold, unless it is named above', () => {
  const found = inputs.filter(([, schema]) =>
    HUGE.some((value) => {
      const { data } = schema.safeParse(value);
      return typeof data === 'number' && Math.abs(data) > MAX_INTEGER;
    }),
  );
  expect(found.map(([path]) => path).sort()).toEqual([...LARGER].sort());
});
