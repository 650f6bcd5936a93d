import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { RestoreFocus } from './app/restore-focus.js';
import { openScreen } from './app/screens.js';
// Imported first so that it tracks the focused element from the first click.
import './components/ui/dialog/focus-return.js';
import { hasOwnBrand } from './config/brand.js';
import { loadSession } from './lib/session/session.js';
import { adaptMessages } from './messages/i18n.js';
import { loadLanguage } from './messages/load-language.js';
import './styles/index.css';

void loadSession();
const language = loadLanguage().catch(() => undefined); // Falls back to English.
// Without its chunk, the messages keep the default name and texts.
const brand = hasOwnBrand()
  ? import('./messages/branded.js').then(({ branded }) => adaptMessages(branded)).catch(() => {})
  : undefined;
// A prerendered screen (scripts/prerender.ts) stays until the same screen can replace it.
void Promise.all([openScreen(location.pathname), language, brand]).then(() => {
  const place = document.getElementById('root')!;
  const root = createRoot(place);
  // Rendered in time slices so that the prerendered screen stays responsive.
  startTransition(() => {
    root.render(
      <StrictMode>
        <App />
        <RestoreFocus root={place} />
      </StrictMode>,
    );
  });
});
