import { LANGUAGES } from '@casement/proto/language.js';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { paths } from '@/config/paths.js';
import { loadSession } from '@/lib/session/session.js';
import { chooseLanguage } from '@/messages/load-language.js';
import { AuthLoading } from './guards.js';
import Landing from './routes/landing.js';
import Login from './routes/login.js';

interface PrerenderedScreen {
  path: string;
  /** Module of the screen, if the page needs its style sheets. */
  module?: string;
  /** Shown only with an access token; the other screens only without one. */
  forUsers?: boolean;
}

const SCREENS: (PrerenderedScreen & { Screen: ComponentType })[] = [
  { path: paths.landing, module: 'src/app/routes/landing.tsx', Screen: Landing },
  { path: paths.login, module: 'src/app/routes/login.tsx', Screen: Login },
  { path: paths.dashboard, forUsers: true, Screen: AuthLoading },
];

interface Prerendered extends PrerenderedScreen {
  language: string;
  html: string;
}

/** Renders the screens that people open first, in every language and without a session. Runs only in the build. */
export async function prerender(): Promise<Prerendered[]> {
  await loadSession();
  const screens: Prerendered[] = [];
  for (const language of LANGUAGES) {
    await chooseLanguage(language);
    for (const { Screen, ...screen } of SCREENS) {
      const html = renderToStaticMarkup(
        <StaticRouter location={screen.path}>
          <Screen />
        </StaticRouter>,
      );
      screens.push({ ...screen, language, html });
    }
  }
  return screens;
}
