import { paths } from '@/config/paths.js';
import { lazyPart } from '@/lib/lazy-part.js';

/** Each screen's code is fetched separately. */
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

/** Fetches the screen of an address and starts its first calls. Never fails: the screen itself then fetches once more. */
export async function prefetchScreen(pathname: string): Promise<void> {
  const screen = screens[pathname as keyof typeof screens] as
    { preload: () => Promise<object | undefined> } | undefined;
  const module = (await screen?.preload()) as { onOpening?: () => void } | undefined;
  module?.onOpening?.();
}
