/**
 * Puts the first sight of the screens that visitors open first into index.html: the page shows it at once and not after
 * a quarter of a megabyte of script. And the first calls of each panel, which the page makes meanwhile (opening-files.ts).
 * Both come from the app itself, which runs in jsdom.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { JSDOM } from 'jsdom';
import { build } from 'vite';

const SCREENS = ['/', '/login'];
const LANGUAGES = ['en', 'id'];
const PANELS = ['/dashboard', '/admin'];
/** A token that calls itself an administrator's (lib/token.ts). */
const TOKEN = `.${btoa(JSON.stringify({ admin: 1 }))}.`;
const PAGE = new URL('../dist/index.html', import.meta.url);
/** Where opening-files.ts has left a place for them. */
const CALLS = '{/* calls */}';
/** The entry, and before it the bundler's own helpers. */
const SCRIPTS = /<script type="module" crossorigin src="([^"]+)"><\/script>/g;

/* global document, localStorage, location, navigator, PerformanceObserver */
/** Runs in the page: shows the screen, then starts the app. */
function open(screens, entry) {
  // As lib/messages.ts: what was chosen, else the browser's.
  const codes = navigator.languages.map((tag) => tag.split('-')[0].toLowerCase());
  let language = codes.find((code) => screens[code]) ?? 'en';
  let signedIn = false;
  try {
    signedIn = localStorage.getItem('accessToken') !== null;
    const chosen = localStorage.getItem('casement-language');
    if (screens[chosen]) language = chosen;
  } catch {
    // Without storage: a visitor, in the browser's language.
  }
  // Who is signed in may be sent on.
  const screen = signedIn ? undefined : screens[language][location.pathname];
  const start = () => import(entry);
  if (!screen || document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) {
    return void start();
  }
  document.documentElement.lang = language;
  document.getElementById('root').innerHTML = `<div class="contents" data-early>${screen}</div>`;
  // The app's first work would hold the picture back.
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
  setTimeout(start, 1_000);
}

/** The app as one script that leaves `app` behind. */
async function bundle() {
  const [{ output }] = await build({
    root: new URL('..', import.meta.url).pathname,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: 'src/app/early-screens.tsx', formats: ['iife'], name: 'app' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  return output.find(({ type }) => type === 'chunk').code;
}

/** The app in a browser in which no call is answered: every screen waits for its first. */
function runApp(app, fetch) {
  const { window } = new JSDOM('', { url: 'http://localhost/', runScripts: 'outside-only' });
  window.fetch = fetch;
  window.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} });
  window.eval(`${app};window.app = app`);
  return window;
}

async function drawScreens(app) {
  const window = runApp(app, () => new Promise(() => {}));
  const screens = {};
  for (const language of LANGUAGES) {
    screens[language] = {};
    for (const path of SCREENS) {
      const drawn = await window.app.drawScreen(path, language);
      // What is typed before the code has come would be lost.
      screens[language][path] = drawn.replaceAll('<form ', '<form inert ');
    }
  }
  window.close();
  return screens;
}

/** The calls that each panel makes before any is answered. */
async function listCalls(app) {
  const calls = {};
  for (const path of PANELS) {
    calls[path] = [];
    const window = runApp(app, (url) => new Promise(() => calls[path].push(url)));
    window.localStorage.setItem('accessToken', TOKEN);
    window.app.openPanel(path);
    // All of the app is one script: what it waits for, calls aside, has come by then.
    await new Promise((done) => setTimeout(done));
    window.close();
    // The profile, and more.
    if (calls[path].length < 2) throw new Error(`${path} makes no calls`);
  }
  return calls;
}

const page = await readFile(PAGE, 'utf8');
const entry = Array.from(page.matchAll(SCRIPTS), ([, file]) => file).at(-1);
if (!entry) throw new Error('index.html names no entry');
if (!page.includes(CALLS)) throw new Error('index.html has no place for the calls');
const app = await bundle();
const json = (value) => JSON.stringify(value).replaceAll('</', '<\\/');
const calls = json(await listCalls(app));
const values = [await drawScreens(app), entry].map(json);
await writeFile(
  PAGE,
  page
    .replace(CALLS, () => calls)
    .replaceAll(SCRIPTS, '<link rel="modulepreload" crossorigin href="$1">')
    .replace('</body>', () => `<script>(${open})(${values.join()})</script></body>`),
);
