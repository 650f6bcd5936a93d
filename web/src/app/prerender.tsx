import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { paths } from '@/config/paths.js';
import { LANGUAGES, type Language } from '@/messages/i18n.js';
import { loadSession } from '@/lib/session/session.js';
import { chooseLanguage } from '@/messages/load-language.js';
import Landing from './routes/landing.js';
import Login from './routes/login.js';

const SCREENS: { path: string; module: string; Screen: ComponentType }[] = [
  { path: paths.landing, module: 'src/app/routes/landing.tsx', Screen: Landing },
  { path: paths.login, module: 'src/app/routes/login.tsx', Screen: Login },
];

interface Prerendered {
  path: string;
  /** Module of the screen. The page needs its style sheets. */
  module: string;
  language: string;
  html: string;
}

/** Renders the screens that visitors open first, in every language and without a session. Runs only in the build. */
export async function prerender(): Promise<Prerendered[]> {
  await loadSession();
  const screens: Prerendered[] = [];
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    await chooseLanguage(language);
    for (const { path, module, Screen } of SCREENS) {
      const html = renderToStaticMarkup(
        <StaticRouter location={path}>
          <Screen />
        </StaticRouter>,
      );
      screens.push({ path, module, language, html });
    }
  }
  return screens;
}
