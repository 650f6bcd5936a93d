import { readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';
import { paths } from '../src/config/paths.js';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

const SCREENS_FILE = new URL('../src/app/screens.ts', import.meta.url);

/** What the admin area opens with, for those whose token calls itself an administrator's. */
const ADMIN_AREA = ['admin-shell', 'overview/overview-section'].map(
  (name) => `src/app/routes/admin/${name}.tsx`,
);

/**
 * The page fetches the files of the screen it was opened for at once, beside its entry, and makes a panel's first calls.
 * Otherwise a browser learns of the files only when the entry has run, and of the admin area's when its gate has.
 */
export function openingFiles(): Plugin {
  return {
    name: 'casement:opening-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      // The first before the style sheet, which every script after it waits for.
      handler: (html, { bundle, chunk }) =>
        html
          .replace('<script type="module"', (entry) => {
            return `<script>${fetchNow(filesOfScreens(bundle!, chunk!), filesOfArea(bundle!, chunk!))}</script>${entry}`;
          })
          .replace('</head>', (end) => `<script>${APPLY_STYLES}</script>${end}`),
    },
  };
}

/**
 * The token is read as lib/token.ts does, and the place as lib/place.ts. early-screens.mjs fills in the calls of each panel,
 * whose answers lib/early-answers.ts takes.
 */
const fetchNow = (files: Record<string, string[]>, area: string[]) => `
var files = ${JSON.stringify(files)}[location.pathname] || [];
var calls = {/* calls */}[location.pathname] || [];
var token = null;
try {
  token = localStorage.getItem('accessToken');
  if (location.pathname === '${paths.admin}') {
    var admin = JSON.parse(atob(token.split('.')[1])).admin === 1;
    var place = ((history.state || {}).usr || {}).place || {};
    if (admin && !place.section) files = files.concat(${JSON.stringify(area)});
    else calls = [];
  }
} catch (e) {
  calls = [];
}
files.forEach(function (file) {
  var link = document.createElement('link');
  if (/css$/.test(file)) {
    link.rel = 'preload';
    link.as = 'style';
  } else {
    link.rel = 'modulepreload';
  }
  link.crossOrigin = '';
  link.href = file;
  document.head.append(link);
});
if (token) {
  var answers = {};
  calls.forEach(function (url) {
    var stop = new AbortController();
    var headers = { Accept: 'application/json', Authorization: 'Bearer ' + token };
    var response = fetch(url, { credentials: 'include', headers: headers, signal: stop.signal });
    response.catch(function () {});
    answers[url] = { response: response, stop: stop };
  });
  window.early = { token: token, askedAt: performance.now(), answers: answers };
}`;

/**
 * Behind the common style sheet, whose rules it may override, and before the first paint, which needs it. A link of its
 * own: one that stops being a preload lets go of what it fetched, which is then fetched again.
 */
const APPLY_STYLES = `
document.querySelectorAll('link[as="style"]').forEach(function (preload) {
  var link = document.createElement('link');
  link.rel = 'stylesheet';
  link.setAttribute('blocking', 'render');
  link.crossOrigin = '';
  link.href = preload.href;
  document.head.append(link);
});`;

function filesOfScreens(bundle: Bundle, entry: Chunk): Record<string, string[]> {
  const known = filesOf(bundle, entry.fileName);
  const files = Object.entries(screenModules()).map(([path, module]) => [
    path,
    addressesOf(bundle, module, known),
  ]);
  return Object.fromEntries(files) as Record<string, string[]>;
}

function filesOfArea(bundle: Bundle, entry: Chunk): string[] {
  expectNoneForCustomers(bundle);
  const known = filesOf(bundle, entry.fileName);
  filesOf(bundle, chunkOf(bundle, screenModules()[paths.admin]!).fileName, known);
  return [...new Set(ADMIN_AREA.flatMap((module) => addressesOf(bundle, module, known)))];
}

/** A module that both panels share and no group of vite.config.ts names may come to lie in a file of the admin area. */
function expectNoneForCustomers(bundle: Bundle): void {
  // From where each screen is reached.
  const seen = new Set([chunkOf(bundle, 'src/app/screens.ts').fileName]);
  const look = (name: string, way: string[]): void => {
    const chunk = bundle[name];
    if (seen.has(name) || chunk?.type !== 'chunk') return;
    seen.add(name);
    const here = [...way, chunk.name];
    if (chunk.name.startsWith('admin-')) throw new Error(`customers fetch ${here.join(' > ')}`);
    for (const other of [...chunk.imports, ...chunk.dynamicImports]) look(other, here);
  };
  look(chunkOf(bundle, screenModules()[paths.dashboard]!).fileName, []);
}

function addressesOf(bundle: Bundle, module: string, known: ReadonlySet<string>): string[] {
  const files = [...filesOf(bundle, chunkOf(bundle, module).fileName)];
  return files.filter((file) => !known.has(file)).map((file) => `/${file}`);
}

function chunkOf(bundle: Bundle, module: string): Chunk {
  const chunk = chunks(bundle).find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
  if (!chunk) throw new Error(`no chunk holds ${module}`);
  return chunk;
}

const chunks = (bundle: Bundle) =>
  Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');

/** A chunk, what it imports, and their style sheets. */
function filesOf(bundle: Bundle, name: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (found.has(name) || chunk?.type !== 'chunk') return found;
  found.add(name);
  for (const css of (chunk as Chunk).viteMetadata?.importedCss ?? []) found.add(css);
  for (const other of chunk.imports) filesOf(bundle, other, found);
  return found;
}

/** Address and module of each screen, as the app itself says. */
function screenModules(): Record<string, string> {
  const lines = readFileSync(SCREENS_FILE, 'utf8').matchAll(
    /\[paths\.(\w+)\]: lazyPart\(\(\) => import\('\.(\/[^']+)\.js'\)\)/g,
  );
  const modules = Array.from(lines, ([, name, module]) => [
    paths[name as keyof typeof paths],
    `src/app${module}.tsx`,
  ]);
  if (modules.length !== Object.keys(paths).length) throw new Error('screens.ts reads otherwise');
  return Object.fromEntries(modules) as Record<string, string>;
}
