import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const proto = fileURLToPath(new URL('../proto/', import.meta.url));

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

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadTextFont()],
  resolve: {
    alias: [{ find: /^@casement\/proto\/(.*)\.js$/, replacement: `${proto}$1.ts` }],
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
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|cookie)\//,
            },
            // Its settings count for the schemas that come after them, those of proto/http included.
            { name: 'zod', test: /node_modules\/zod\/|web\/src\/lib\/zod-config\./ },
            { name: 'query', test: /node_modules\/@tanstack\// },
            // The icons of the pages before the sign-in; the others come with the screens behind it.
            {
              name: 'icons',
              test: /lucide-react\/dist\/esm\/(?!icons\/)|lucide-react\/dist\/esm\/icons\/(circle-check|circle-x|eye|eye-off|hard-drive|info|key-round|languages|languages|loader-circle|minus|moon|plug-zap|refresh-cw|rotate-ccw|server|sun|triangle-exclamation-point|wifi-off|x)\.mjs/,
            },
            { name: 'panel-icons', test: /node_modules\/lucide-react\//, minShareCount: 2 },
            {
              name: 'base',
              test: /preload-helper|web\/src\/(app\/[^/]+$|config\/|components\/layout\/(account-layout|daylight|logo|theme-toggle)|messages\/common|lib\/(api-|refresh|session|sign-out|token|toast|theme|draft-store|messages|page-title|reload-page|use-kept-focus)|components\/ui\/(button|class-names|toast-host|offline-note|lazy-dialog|page-spinner|error-boundary|states|skeleton)\.)/,
            },
            {
              name: 'form',
              test: /node_modules\/react-hook-form\/|proto\/http\/recovery-code\.|web\/src\/(lib\/(form|load-rules)\.|components\/ui\/(field|secret-field)\.)/,
            },
            {
              name: 'account',
              test: /web\/src\/(features\/auth\/(sign-in\.|api\/(login|register|verify-two-factor)|captcha\/|components\/(captcha-form|screen-head))|messages\/(auth|captcha)\.)/,
            },
            {
              name: 'admin-parts',
              test: /web\/src\/(messages\/(admin|admin-installs|catalogue)\.|lib\/(attempt|tell-invalid)\.|components\/ui\/(search-field|section-head|stat-panes|use-local-page)\.|features\/install\/admin\/(percent|installs-query|windows-versions-query))/,
            },
            {
              name: 'panel',
              test: /web\/src\/(lib\/(format|use-)|messages\/(dashboard|install|billing)|components\/layout\/(app-frame|section-nav|sidebar-frame|sign-out-link|topbar-frame)|components\/ui\/(badge|note|data-table|pagination|pages|steps|copy-button)\.|features\/install\/(phases|components\/(lights|install-status-badge|progress-panel)))/,
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
