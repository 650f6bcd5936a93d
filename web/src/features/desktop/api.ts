import { desktopRoutes } from '@casement/proto/http/install/desktops/desktops.routes.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api/api-client.js';

/** Open desktops of the account, newest first. */
export const ownDesktopsQuery = queryOptions({
  queryKey: ['own-desktops'] as const,
  queryFn: ({ signal }) => call(desktopRoutes.ownDesktops, { signal }),
});
