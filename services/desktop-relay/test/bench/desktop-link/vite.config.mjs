import { resolve } from 'node:path';
import { desktopWasm } from '../../../../../web/scripts/desktop-wasm.ts';

/** Builds page.mjs with the desktop client as in the site's build. */
export default {
  root: import.meta.dirname,
  base: './',
  logLevel: 'warn',
  plugins: [desktopWasm()],
  resolve: {
    alias: [
      {
        find: /^@casement\/proto\/(.*)\.js$/,
        replacement: resolve(import.meta.dirname, '../../../../../proto/$1.ts'),
      },
    ],
  },
  build: { target: 'es2022', assetsInlineLimit: 0, emptyOutDir: true },
};
