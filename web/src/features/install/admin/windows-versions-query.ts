import type { WindowsVersion } from '@casement/proto/http/install.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';

/** GET /admin/windows-versions: all of them. */
export const adminWindowsVersionsQuery = queryOptions({
  queryKey: ['admin-windows-versions'] as const,
  queryFn: ({ signal }) => call<WindowsVersion[]>('GET', '/admin/windows-versions', { signal }),
});
