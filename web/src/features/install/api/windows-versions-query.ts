import type { WindowsVersion } from '@casement/proto/http/install.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';

/** GET /user/windows-versions: all of them, those without an image marked. */
export const windowsVersionsQuery = queryOptions({
  queryKey: ['windows-versions'] as const,
  queryFn: ({ signal }) => call<WindowsVersion[]>('GET', '/user/windows-versions', { signal }),
  staleTime: 60_000,
});
