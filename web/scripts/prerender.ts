import { createServer, type Plugin, type Rolldown } from 'vite';
import type * as screens from '../src/app/prerender.js';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/**
 * Renders the screens that people open first (src/app/prerender.tsx) into templates in index.html. The last script
 * of the page shows the matching template until the code has loaded.
 */
export function prerender(): Plugin {
  return {
    name: 'casement:prerender',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(page, { bundle }) {
        const screens = await renderScreens();
        const templates = screens.map(({ path, language, html, module, forUsers }) => {
          // Forms are inert until the code has loaded, because their input would be lost.
          const inert = html.replaceAll('<form ', '<form inert ');
          const files = module ? filesOf(page, bundle!, module) : '';
          const audience = forUsers ? ' data-user' : '';
          return `<template id="${path}:${language}"${audience}>${files}${inert}</template>`;
        });
        return page.replace('<!-- prerendered screens -->', () => templates.join(''));
      },
    },
  };
}

async function renderScreens() {
  const server = await createServer({
    mode: 'production',
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const app = await server.ssrLoadModule('/src/app/prerender.tsx');
    return await (app as typeof screens).prerender();
  } finally {
    await server.close();
  }
}

/**
 * Returns tags for a screen's files that the page does not reference yet. Scripts are preloaded. Style sheets are
 * inlined because a link inserted by a script would not delay the first paint.
 */
function filesOf(page: string, bundle: Bundle, module: string): string {
  const screen = Object.values(bundle).find(
    (file): file is Chunk => file.type === 'chunk' && !!file.facadeModuleId?.endsWith(module),
  );
  if (!screen) throw new Error(`no chunk for ${module}`);
  const scripts = [screen.fileName, ...screen.imports]
    .filter((name) => !page.includes(name))
    .map((name) => `<link rel="modulepreload" href="/${name}">`);
  const styles = [...(screen.viteMetadata?.importedCss ?? [])]
    .map((name) => bundle[name])
    .map((file) => (file?.type === 'asset' ? `<style>${String(file.source)}</style>` : ''));
  return [...scripts, ...styles].join('');
}
