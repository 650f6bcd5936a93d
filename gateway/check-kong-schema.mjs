/**
 * Checks kong.yml against the field schemas of a real Kong: every entity, plugin, field and value.
 *
 *   npm run check:schema -w @casement/gateway                     all versions in gateway/schemas
 *   node gateway/check-kong-schema.mjs SCHEMAS.json [kong.yml]    another Kong or file
 *
 * A schema file contains the answers of a Kong admin API, reduced to field names, types and rules: `{ kong_version,
 * entities: { routes: … }, plugins: { cors: … }, declarative: { top } }` with GET /schemas/<entity> and GET
 * /schemas/plugins/<plugin>.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const folder = new URL('.', import.meta.url);
const [schemasFile, kongFilePath = new URL('kong.yml', folder)] = process.argv.slice(2);
if (!schemasFile) {
  console.error('Which schemas? Give a path: gateway/schemas/kong-VERSION.json');
  process.exit(2);
}
const schemas = JSON.parse(readFileSync(schemasFile, 'utf8'));
const problems = [];
let checked = 0;

/** Converts the Lua patterns of the schemas to JavaScript. They contain only %u and escaped characters. */
const fromLua = (pattern) => new RegExp(pattern.replace(/%u/g, '[A-Z]').replace(/%(\W)/g, '\\$1'));

const KINDS = {
  string: (v) => typeof v === 'string',
  number: (v) => typeof v === 'number',
  integer: Number.isInteger,
  boolean: (v) => typeof v === 'boolean',
  array: Array.isArray,
  set: Array.isArray,
  map: (v) => v !== null && typeof v === 'object' && !Array.isArray(v),
  record: (v) => v !== null && typeof v === 'object' && !Array.isArray(v),
  foreign: (v) => typeof v === 'string',
};

/** Rules implemented by this check. An unknown rule is an error. */
const RULES = {
  one_of: (v, list) => list.includes(v),
  between: (v, [least, most]) => v >= least && v <= most,
  gt: (v, least) => v > least,
  len_min: (v, least) => v.length >= least,
  starts_with: (v, prefix) => v.startsWith(prefix),
  match: (v, pattern) => fromLua(pattern).test(v),
  match_any: (v, { patterns }) => patterns.some((p) => fromLua(p).test(v)),
  match_all: (v, list) => list.every(({ pattern }) => fromLua(pattern).test(v)),
  match_none: (v, list) => !list.some(({ pattern }) => fromLua(pattern).test(v)),
  mutually_exclusive_subsets: (v, sets) =>
    sets.filter((set) => set.some((x) => v.includes(x))).length < 2,
};
const DESCRIPTIVE = new Set(
  'name type required default unique uuid timestamp elements fields keys values entity_checks reference on_delete abstract referenceable encrypted description len_eq'.split(
    ' ',
  ),
);

function checkValue(value, schema, where) {
  checked++;
  const kind = KINDS[schema.type];
  if (!kind) return problems.push(`${where}: this check does not know the type ${schema.type}`);
  if (!kind(value)) return problems.push(`${where}: is not of type ${schema.type}`);
  for (const [rule, argument] of Object.entries(schema)) {
    if (DESCRIPTIVE.has(rule)) continue;
    const test = RULES[rule];
    if (!test) problems.push(`${where}: this check does not know the rule ${rule}`);
    else if (!test(value, argument))
      problems.push(`${where}: ${JSON.stringify(value)} breaks ${rule}`);
  }
  if (schema.type === 'record') checkRecord(value, schema.fields, where, schema.entity_checks);
  if (schema.elements) value.forEach((v, i) => checkValue(v, schema.elements, `${where}[${i}]`));
  if (schema.type === 'map')
    for (const [key, v] of Object.entries(value)) {
      checkValue(key, schema.keys, `${where} key ${key}`);
      checkValue(v, schema.values, `${where}.${key}`);
    }
}

const at = (record, path) => path.split('.').reduce((o, key) => o?.[key], record);

function checkRecord(record, fields, where, entityChecks = []) {
  for (const [name, value] of Object.entries(record)) {
    const field = fields.find((f) => f.name === name);
    if (!field) problems.push(`${where}.${name}: Kong knows no such field`);
    else checkValue(value, field, `${where}.${name}`);
  }
  // A record whose parts all have defaults may be omitted.
  for (const { name, required, type, default: standard } of fields)
    if (required && type !== 'record' && standard === undefined && record[name] === undefined)
      problems.push(`${where}.${name}: is required`);
  for (const check of entityChecks)
    if (check.at_least_one_of && !check.at_least_one_of.some((p) => at(record, p) !== undefined))
      problems.push(`${where}: needs one of ${check.at_least_one_of}`);
}

function checkPlugins(plugins = [], where) {
  for (const plugin of plugins) {
    const here = `${where} > ${plugin.name}`;
    const known = schemas.plugins[plugin.name];
    if (!known) {
      problems.push(`${here}: these schemas know no such plugin`);
      continue;
    }
    const { config, ...entity } = plugin;
    const own = known.fields.find((f) => f.name === 'config');
    checkRecord(entity, schemas.entities.plugins.fields, here);
    checkRecord({ config: config ?? {} }, [own], here, known.entity_checks);
  }
}

function checkEntities(kind, list = [], where) {
  for (const entity of list) {
    const here = `${where} > ${entity.name}`;
    const { plugins, routes, ...own } = entity;
    checkRecord(own, schemas.entities[kind].fields, here, schemas.entities[kind].entity_checks);
    checkPlugins(plugins, here);
    if (routes) checkEntities('routes', routes, here);
    if (kind === 'routes' && !['paths', 'methods', 'hosts', 'headers'].some((k) => own[k]))
      problems.push(`${here}: matches by nothing`);
  }
}

const file = parse(readFileSync(kongFilePath, 'utf8'));
const { services, routes, plugins, upstreams = [], ...top } = file;
checkRecord(top, schemas.declarative.top, 'kong.yml');
checkEntities('services', services, 'services');
checkEntities('routes', routes, 'routes');
checkPlugins(plugins, 'plugins');
for (const { targets, ...own } of upstreams) {
  const here = `upstreams > ${own.name}`;
  checkRecord(own, schemas.entities.upstreams.fields, here);
  for (const target of targets)
    checkRecord({ ...target, upstream: own.name }, schemas.entities.targets.fields, here);
}

const all = [...routes, ...services.flatMap((s) => s.routes)];
for (const [what, values] of Object.entries({
  'service name': services.map((s) => s.name),
  'upstream name': upstreams.map((s) => s.name),
  'route name': all.map((r) => r.name),
  'path (Kong would choose at random)': all.flatMap((r) => r.paths),
}))
  for (const value of values.filter((v, i) => values.indexOf(v) !== i))
    problems.push(`${what} twice: ${value}`);

// Checks that every feature supported by gateway/local also exists in Kong.
const { kongFile } = await import(new URL('local/dist/kong-file.js', folder)).catch(() => {
  console.error('Build first: npx tsc -b gateway/local');
  process.exit(2);
});
const shape = (schema) => (schema._zod.def.innerType ? shape(schema._zod.def.innerType) : schema);
const keys = (schema) => Object.keys(shape(schema).shape);
const arrayOf = (schema) => shape(shape(schema).element);
const notKongs = (kind, name, names, fields) => {
  for (const key of names)
    if (!fields.some((f) => f.name === key))
      problems.push(`gateway/local's ${kind} ${name}: Kong has no ${key}`);
};
const serviceShape = arrayOf(kongFile.shape.services);
const routeShape = arrayOf(serviceShape.shape.routes);
const nested = ['plugins', 'routes'];
const ownKeys = (s) => keys(s).filter((k) => !nested.includes(k));
notKongs('entity', 'services', ownKeys(serviceShape), schemas.entities.services.fields);
walk('upstreams', arrayOf(kongFile.shape.upstreams), [
  ...schemas.entities.upstreams.fields,
  { name: 'targets' },
]);
notKongs('entity', 'routes', ownKeys(routeShape), schemas.entities.routes.fields);
notKongs('file', 'kong.yml', keys(kongFile), schemas.declarative.top);
for (const option of arrayOf(kongFile.shape.plugins).options) {
  const name = option.shape.name.value;
  const own = schemas.plugins[name]?.fields.find((f) => f.name === 'config');
  if (!own) problems.push(`gateway/local's plugin ${name}: Kong has none`);
  else walk(`plugin ${name}`, option.shape.config, own.fields);
}
function walk(name, schema, fields) {
  notKongs('plugin', name, keys(schema), fields);
  for (const key of keys(schema)) {
    const inner = shape(shape(schema).shape[key]);
    const field = fields.find((f) => f.name === key);
    if (inner.shape && field?.fields) walk(`${name}.${key}`, inner, field.fields);
  }
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(
  `kong.yml is within Kong ${schemas.kong_version}: ${services.length} services, ${all.length} routes, ` +
    `${checked} values checked; gateway/local's closed list is a subset of Kong's.`,
);
