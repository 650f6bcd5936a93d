import { paths } from '@/config/paths.js';
import { lazyPart } from '@/lib/lazy-part.js';

/** Screens, each with its code in a separate chunk. */
export const screens = {
  [paths.landing]: lazyPart(() => import('./routes/landing.js')),
  [paths.login]: lazyPart(() => import('./routes/login.js')),
  [paths.register]: lazyPart(() => import('./routes/register.js')),
  [paths.forgotPassword]: lazyPart(() => import('./routes/forgot-password.js')),
  [paths.resetPassword]: lazyPart(() => import('./routes/reset-password.js')),
  [paths.verifyEmail]: lazyPart(() => import('./routes/verify-email.js')),
  [paths.dashboard]: lazyPart(() => import('./routes/dashboard/dashboard.js')),
  [paths.admin]: lazyPart(() => import('./routes/admin/admin.js')),
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
