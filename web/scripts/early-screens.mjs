/**
 * Puts the first sight of the screens that visitors open first into index.html: the page shows it at once and not after
 * a quarter of a megabyte of script. Drawn by the app itself, in jsdom, in both languages.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { JSDOM } from 'jsdom';
import { build } from 'vite';

const SCREENS = ['/', '/login'];
const LANGUAGES = ['en', 'id'];
const PAGE = new URL('../dist/index.html', import.meta.url);
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

/** The app as one script that leaves `early.drawScreen` behind. */
async function bundle() {
  const [{ output }] = await build({
    root: new URL('..', import.meta.url).pathname,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: 'src/app/early-screens.tsx', formats: ['iife'], name: 'early' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  return output.find(({ type }) => type === 'chunk').code;
}

async function draw() {
  const { window } = new JSDOM('', { url: 'http://localhost/', runScripts: 'outside-only' });
  // Nothing answers: every screen waits for its first call.
  window.fetch = () => new Promise(() => {});
  window.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} });
  window.eval(`${await bundle()};window.early = early`);
  const screens = {};
  for (const language of LANGUAGES) {
    screens[language] = {};
    for (const path of SCREENS) {
      const drawn = await window.early.drawScreen(path, language);
      // What is typed before the code has come would be lost.
      screens[language][path] = drawn.replaceAll('<form ', '<form inert ');
    }
  }
  window.close();
  return screens;
}

const page = await readFile(PAGE, 'utf8');
const entry = Array.from(page.matchAll(SCRIPTS), ([, file]) => file).at(-1);
if (!entry) throw new Error('index.html names no entry');
const values = [await draw(), entry].map((value) => JSON.stringify(value).replaceAll('</', '<\\/'));
await writeFile(
  PAGE,
  page
    .replaceAll(SCRIPTS, '<link rel="modulepreload" crossorigin href="$1">')
    .replace('</body>', () => `<script>(${open})(${values.join()})</script></body>`),
);
