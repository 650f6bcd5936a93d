import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { desktopWasm } from './scripts/desktop-wasm.js';
import { prerender } from './scripts/prerender.js';
import { routeTables } from './scripts/route-tables.js';

const proto = fileURLToPath(new URL('../proto/', import.meta.url));
const src = fileURLToPath(new URL('src/', import.meta.url));

/** Preloads the text font in parallel with the style sheet, because every page needs it for its first paint. */
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
  plugins: [react(), tailwindcss(), routeTables(), preloadTextFont(), prerender(), desktopWasm()],
  resolve: {
    alias: [
      { find: /^@\//, replacement: src },
      { find: /^@casement\/proto\/(.*)\.js$/, replacement: `${proto}$1.ts` },
    ],
  },
  build: {
    target: 'es2022',
    // Minimum versions for Tailwind 4. Older targets would triple every color declaration.
    cssTarget: ['chrome111', 'edge111', 'firefox128', 'safari16.4'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Required by experimentalInlineCommonChunks. No code outside the page imports its entry.
      preserveEntrySignatures: false,
      output: {
        codeSplitting: {
          groups: [
            // React rarely changes between releases, so browsers keep it cached.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // Bundles all imports of the entry, because its preloads compete with the style sheet for the first
            // paint.
            { name: 'initial', tags: ['$initial'] },
          ],
          // Otherwise a panel would load more than 40 files, mostly single icons and components. Chunks below this
          // size (source bytes) are copied into the chunks that use them; the copies share their state.
          experimentalInlineCommonChunks: { maxSize: 8 * 1024, exclude: /\.css(\?|$)/ },
        },
      },
    },
  },
  server: {
    proxy: { '/api': 'http://localhost:8080', '/uploads': 'http://localhost:8080', '/brand': 'http://localhost:8080' },
  },
});
