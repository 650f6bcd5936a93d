import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { dashboardQuery } from '@/features/account/api.js';
import { installHistoryQuery } from '@/features/installs/api.js';
import { openingQueries, takeQueryClient } from '@/lib/opening-queries.js';
import { Shell } from './shell.js';

/** Its first calls, beside the profile. */
export function onOpening(): void {
  const queries = openingQueries();
  void queries?.prefetchQuery(dashboardQuery);
  void queries?.prefetchQuery(installHistoryQuery(1));
}

/** /dashboard. What was loaded is forgotten with the screen, hence at sign-out. */
export default function DashboardRoute() {
  const [queries] = useState(takeQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <Shell />
    </QueryClientProvider>
  );
}
