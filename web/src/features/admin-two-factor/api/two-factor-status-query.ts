import type { TwoFactorStatusResponse } from '@casement/proto/http/auth.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';

/** GET /admin/2fa/status. */
export const twoFactorStatusQuery = queryOptions({
  queryKey: ['admin-2fa'] as const,
  queryFn: ({ signal }) => call<TwoFactorStatusResponse>('GET', '/admin/2fa/status', { signal }),
});
