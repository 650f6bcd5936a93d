import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compileHints } from './scripts/compile-hints.js';
import { desktopWasm } from './scripts/desktop-wasm.js';
import { openingFiles } from './scripts/opening-files.js';
import { routeTables } from './scripts/route-tables.js';

const proto = fileURLToPath(new URL('../proto/', import.meta.url));
const src = fileURLToPath(new URL('src/', import.meta.url));

/** The text font is needed by the first paint of every page: fetch it beside the stylesheet, not after it. */
function preloadTextFont(): Plugin {
  return {
    name: 'casement:preload-text-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) =>
          /hanken-grotesk.*\.woff2$/.test(name),
        );
        if (!font) throw new Error('the text font is missing from the bundle');
        return [
          {
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `/${font}`,
              crossorigin: '',
            },
            injectTo: 'head-prepend',
          },
        ];
      },
    },
  };
}

/** One pattern of several, each short enough to be read. */
const either = (...patterns: RegExp[]) =>
  new RegExp(patterns.map(({ source }) => source).join('|'));

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    routeTables(),
    preloadTextFont(),
    openingFiles(),
    desktopWasm(),
    compileHints(),
  ],
  resolve: {
    alias: [
      { find: /^@\//, replacement: src },
      { find: /^@casement\/proto\/(.*)\.js$/, replacement: `${proto}$1.ts` },
    ],
  },
  build: {
    target: 'es2022',
    // Tailwind 4 asks for these anyway; for older ones every colour would be written down three times.
    cssTarget: ['chrome111', 'edge111', 'firefox128', 'safari16.4'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          // By hand: otherwise every helper and icon that two screens share would be a request of its own.
          groups: [
            // Its settings count for the schemas that come after them, those of proto/http included.
            { name: 'zod', test: /node_modules\/zod\/|web\/src\/lib\/zod-config\./ },
            // A file of its own, which most releases leave as it was: browsers have it already. (And where errors are recorded
            // with their lines, as DevTools does, V8 reads the file again in which React makes one as it starts.)
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // What every page needs: the entry with its stylesheet, the frame of the pages before the sign-in and
            // their icons. The entry is to be in it whole: Vite then names this file in the page, else one more that
            // imports it. (The bundler's own helpers stay a file of half a kilobyte: it lets no group take them.)
            {
              name: 'base',
              test: either(
                /node_modules\/(react-router|react-router-dom|cookie)\//,
                /preload-helper|proto\/(http\/(auth\.routes|route)|texts\/translate)\.|web\/src\/(main\.|app\/[^/]+$|config\/|messages\/common|styles\/index\.)/,
                /web\/src\/lib\/(?:[a-z0-9]+\/)?(api-|draft-store|early-answers|emitter|lazy-part|messages|new-key|page-title|history-state|refresh|reload-page|request-keys|session|sign-out|step-up|theme|toast|token|two-factor-event|use-draft)|web\/src\/features\/step-up\/step-up-host\./,
                /web\/src\/components\/layout\/(account-layout|daylight|language-toggle|logo|theme-toggle)\./,
                /web\/src\/components\/ui\/(?:[a-z]+\/)?(button|class-names|error-boundary|field|focus-return|lazy-dialog|note|offline-note|page-spinner|skeleton|states|toast-host)\./,
                /lucide-react\/dist\/esm\/(?!icons\/)/,
                /lucide-react\/dist\/esm\/icons\/(circle-check|circle-x|eye|eye-off|hard-drive|info|key-round|languages|loader-circle|minus|monitor-check|moon|plug-zap|refresh-cw|rotate-ccw|server|sun|timer-off|triangle-exclamation-point|wifi-off|x)\.mjs/,
              ),
            },
            // The sign-in, with what it shares with the other account screens: most of those who open one come by it.
            {
              name: 'login',
              test: either(
                /node_modules\/react-hook-form\/|proto\/http\/recovery-code\./,
                /web\/src\/(app\/routes\/login|lib\/form\/(form|load-rules)|components\/ui\/form\/secret-field|messages\/account\/(auth|captcha))\./,
                /web\/src\/features\/auth\/(sign-in\.|api\.|captcha\/|components\/(captcha-form|login-form|screen-head)\.)/,
              ),
            },
            // With the parts of Radix that dialogs share: a toast is one file more, not two.
            {
              name: 'toaster',
              test: either(
                /web\/src\/components\/ui\/feedback\/toaster\./,
                /@radix-ui\/(primitive|react-(toast|collection|compose-refs|context|dismissable-layer|portal|presence|primitive|slot|use-[a-z-]+|visually-hidden))\//,
              ),
            },
            { name: 'panel-icons', test: /node_modules\/lucide-react\//, minShareCount: 2 },
            {
              name: 'dashboard-parts',
              test: /web\/src\/((messages\/account\/settings|features\/(billing\/(api|fees)|installs\/api|vps-check\/api)|lib\/live\/(event-source|follow))\.)/,
            },
            // What lists of customers and of administrators have: else a customer's would bring the admin area's files.
            {
              name: 'panel-lists',
              test: either(
                /web\/src\/messages\/(admin\/admin-two-factor|csv-export)\./,
                /web\/src\/lib\/(csv\/csv-export|csv\/csv-time|toast\/with-toast)\./,
                /web\/src\/components\/ui\/[a-z]+\/(export-button|search-field|table-filters|use-local-page)\./,
                /lucide-react\/dist\/esm\/icons\/search\./,
              ),
            },
            {
              name: 'admin-parts',
              test: either(
                /proto\/http\/(operations|security)\.routes\.|web\/src\/app\/routes\/admin\/places\./,
                /web\/src\/messages\/admin\/(admin|admin-installs|admin-topups|catalogue|users)\./,
                /web\/src\/lib\/toast\/toast-invalid\./,
                /web\/src\/components\/(ui\/(section-head|stat-panes)|installs\/percent)\./,
                /web\/src\/features\/(installs\/admin\/(api|latest-installs)|monitoring\/api|windows-images\/api|billing\/admin\/(api|latest-topups|topup-columns)|users\/(api|open-user)|admin-two-factor\/api|telegram\/admin\/api)\./,
              ),
            },
            {
              name: 'panel',
              test: either(
                /node_modules\/@tanstack\/|proto\/http\/(billing|install|telegram)\.routes\./,
                /web\/src\/(lib\/(?:[a-z0-9]+\/)?(device-text|format|phases|failure-text|opening-queries|page-query|query-client|use-)|messages\/(install\/install|billing|account\/notifications)|styles\/panel\.css)/,
                /web\/src\/components\/(layout\/(app-frame|section-nav|sidebar-frame|sign-out-link|topbar-frame)|installs\/(lights|install-status-badge)|ui\/(?:[a-z]+\/)?(badge|data-table|pagination|pages|query-error|select-field|steps|copy-button)\.)/,
                /web\/src\/features\/(billing\/components\/topup-status-badge\.|installs\/components\/progress-panel|notifications\/(api|entry|notification-bell|use-notifications)\.)/,
              ),
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': 'http://localhost:8080', '/uploads': 'http://localhost:8080' },
  },
});
