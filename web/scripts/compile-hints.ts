import type { Plugin } from 'vite';

/** The files of which a panel runs most as it opens. */
const OPENING = new Set([
  ...['base', 'panel', 'dashboard', 'dashboard-parts'],
  ...['panel-lists', 'admin-parts', 'admin-shell', 'overview-section'],
]);

/**
 * A browser reads most functions twice: once to skip them, once more when they are called, on the page's own thread. Where
 * a file begins with this line, V8 reads all of its functions once, beside that thread; others take it for a comment.
 * https://v8.dev/blog/explicit-compile-hints
 */
const HINT = '//# allFunctionsCalledOnLoad\n';

/** Last, since it has to be the first line, before what Vite puts there. */
export function compileHints(): Plugin {
  return {
    name: 'casement:compile-hints',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && OPENING.has(file.name)) file.code = HINT + file.code;
        }
      },
    },
  };
}
