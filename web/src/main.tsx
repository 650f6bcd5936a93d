import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { prefetchScreen } from './app/screens.js';
// Notes what has the focus, from the first click on.
import './components/ui/focus-return.js';
import { loadSession } from './lib/session.js';
import './styles/index.css';

void loadSession();
// The first screen comes at once, not after a placeholder (lib/lazy-part).
void prefetchScreen(location.pathname).then(() =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
