import { dashboardQuery } from '@/features/account/api.js';
import { unpaidTopupsQuery } from '@/features/billing/api.js';
import { installHistoryQuery, LATEST_INSTALLS } from '@/features/installs/api.js';
import { createInitialQueryClient } from '@/lib/initial-queries.js';

/** Starts the first requests in parallel with the profile and the screen's code. */
export function loader(): void {
  const queries = createInitialQueryClient();
  void queries?.prefetchQuery(dashboardQuery);
  void queries?.prefetchQuery(installHistoryQuery(LATEST_INSTALLS));
  void queries?.prefetchQuery(unpaidTopupsQuery);
}
