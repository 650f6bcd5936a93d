import { paths } from '@/config/paths.js';
import { lazyComponent } from '@/lib/lazy-component.js';

/** Screens, each with its code in a separate chunk. */
export const screens = {
  [paths.landing]: lazyComponent(() => import('./routes/landing.js')),
  [paths.login]: lazyComponent(() => import('./routes/login.js')),
  [paths.register]: lazyComponent(() => import('./routes/register.js')),
  [paths.forgotPassword]: lazyComponent(() => import('./routes/forgot-password.js')),
  [paths.resetPassword]: lazyComponent(() => import('./routes/reset-password.js')),
  [paths.verifyEmail]: lazyComponent(() => import('./routes/verify-email.js')),
  [paths.dashboard]: lazyComponent(() => import('./routes/dashboard/dashboard.js')),
  [paths.admin]: lazyComponent(() => import('./routes/admin/admin.js')),
} as const;

/**
 * Loaders start a screen's first requests. They are separate small files so that they run before the screen's code
 * has loaded.
 */
const loaders: Record<string, () => Promise<{ loader: () => void }>> = {
  [paths.dashboard]: () => import('./routes/dashboard/loader.js'),
  [paths.admin]: () => import('./routes/admin/loader.js'),
};

/** Fetches the screen of an address and starts its first requests. Never fails: the screen itself retries. */
export async function openScreen(pathname: string): Promise<void> {
  void loaders[pathname]?.().then(
    ({ loader }) => loader(),
    () => undefined,
  );
  await (screens as Partial<typeof screens>)[pathname as keyof typeof screens]?.preload();
}
