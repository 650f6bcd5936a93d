import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Language } from '@/messages/i18n.js';
import { loadSession } from '@/lib/session/session.js';
import { chooseLanguage } from '@/messages/load-language.js';
import { App } from './app.js';
import { prefetchScreen } from './screens.js';

/**
 * A visitor's first sight of a screen, as markup. For the build alone (scripts/early-screens.mjs): it stands in the
 * page until the code has come and draws the same in its place.
 */
export async function drawScreen(path: string, language: Language): Promise<string> {
  history.replaceState(null, '', path);
  await chooseLanguage(language);
  await loadSession();
  await prefetchScreen(path);
  const root = document.createElement('div');
  const screen = createRoot(root);
  flushSync(() => screen.render(<App />));
  const drawn = root.innerHTML;
  screen.unmount();
  return drawn;
}

/** Opens a panel as the page does, without drawing it: for the calls that it makes. */
export function openPanel(path: string): void {
  history.replaceState(null, '', path);
  void loadSession();
  void prefetchScreen(path);
}
