import { paths } from '../config/paths.js';

/** Each screen's code is fetched by itself. */
export const screens = {
  [paths.landing]: () => import('./routes/landing.js'),
  [paths.login]: () => import('./routes/login.js'),
  [paths.register]: () => import('./routes/register.js'),
  [paths.forgotPassword]: () => import('./routes/forgot-password.js'),
  [paths.resetPassword]: () => import('./routes/reset-password.js'),
  [paths.verifyEmail]: () => import('./routes/verify-email.js'),
  [paths.dashboard]: () => import('./routes/dashboard/dashboard.js'),
  [paths.admin]: () => import('./routes/admin/admin.js'),
} as const;

/** Begins to fetch the screen of an address at once, beside the question who is signed in. */
export function prefetchScreen(pathname: string): void {
  const load = screens[pathname as keyof typeof screens] as (() => Promise<unknown>) | undefined;
  void load?.().catch(() => undefined);
}
