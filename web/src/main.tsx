import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { EarlyFocus } from './app/early-focus.js';
import { prefetchScreen } from './app/screens.js';
// Notes what has the focus, from the first click on.
import './components/ui/dialog/focus-return.js';
import { loadLanguage } from './messages/load-language.js';
import { loadSession } from './lib/session/session.js';
import './styles/index.css';

void loadSession();
// The first screen comes at once, not after a placeholder (lib/lazy-part).
const language = loadLanguage().catch(() => undefined); // English, then.
void Promise.all([prefetchScreen(location.pathname), language]).then(() => {
  const place = document.getElementById('root')!;
  const root = createRoot(place);
  // In slices: a screen stands there already (scripts/early-screens.mjs), which should answer meanwhile.
  startTransition(() => {
    root.render(
      <StrictMode>
        <App />
        <EarlyFocus root={place} />
      </StrictMode>,
    );
  });
});
