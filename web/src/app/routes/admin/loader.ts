import type { QueryClient } from '@tanstack/react-query';
import { twoFactorStatusQuery } from '@/features/two-factor/api.js';
import {
  adminPaymentMethodsQuery,
  productsQuery,
  revenueQuery,
  reviewsQuery,
} from '@/features/billing/admin/api.js';
import { adminInstallsQuery } from '@/features/installs/admin/api.js';
import { outcomesQuery } from '@/features/monitoring/api.js';
import { prefetchServices } from '@/features/operations/api.js';
import { botStatusQuery } from '@/features/telegram/admin/api.js';
import { adminUsersQuery } from '@/features/users/api.js';
import {
  adminWindowsVersionsQuery,
  linuxVersionsNowQuery,
  windowsImagesNowQuery,
} from '@/features/windows-images/api.js';
import { initialHistoryState } from '@/lib/navigation/history-state.js';
import { FIRST_PAGE } from '@/lib/navigation/use-filters.js';
import { createInitialQueryClient } from '@/lib/initial-queries.js';
import { currentSession } from '@/lib/session/session.js';
import { accessToken } from '@/lib/api/token.js';
import { fetchArea } from './area.js';

/**
 * Starts the first requests and fetches the area's code, in parallel with the profile. Skipped unless the token
 * claims the administrator role, so that the area's code is not sent to other users.
 */
export function loader(): void {
  const { isLoading, user } = currentSession();
  if (!accessToken.isOfAdministrator() || (!isLoading && user?.admin !== 1)) return;
  const queries = createInitialQueryClient();
  if (!queries) return;
  void fetchArea();
  prefetchFrame(queries);
  const { section = 'dashboard' } = initialHistoryState();
  if (section === 'dashboard') {
    void import('./overview/overview-section.js').catch(() => undefined);
    prefetchOverview(queries);
  }
}

/** Prefetches the queries of `useAdminPrefetch`. */
function prefetchFrame(queries: QueryClient): void {
  void queries.prefetchQuery(adminWindowsVersionsQuery);
  void queries.prefetchQuery(productsQuery);
  void queries.prefetchQuery(adminUsersQuery(FIRST_PAGE));
  void queries.prefetchQuery(adminInstallsQuery(FIRST_PAGE));
  void queries.prefetchQuery(adminPaymentMethodsQuery);
  void queries.prefetchQuery(twoFactorStatusQuery);
}

/** Prefetches the queries of the overview without filters. */
function prefetchOverview(queries: QueryClient): void {
  void queries.prefetchQuery(reviewsQuery(1));
  void queries.prefetchQuery(adminInstallsQuery({ ...FIRST_PAGE, status: 'manual_review' }));
  void queries.prefetchQuery(adminInstallsQuery({ ...FIRST_PAGE, status: 'failed' }));
  void queries.prefetchQuery(windowsImagesNowQuery);
  void queries.prefetchQuery(linuxVersionsNowQuery);
  void queries.prefetchQuery(botStatusQuery('primary'));
  void queries.prefetchQuery(botStatusQuery('backup'));
  prefetchServices(queries);
  void queries.prefetchQuery(revenueQuery('day'));
  void queries.prefetchQuery(outcomesQuery('day'));
}
