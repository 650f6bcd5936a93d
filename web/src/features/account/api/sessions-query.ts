import type { UserSession } from '@casement/proto/http/auth.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';

/** GET /user/sessions: where the account is signed in, the present session first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'] as const,
  queryFn: ({ signal }) => call<UserSession[]>('GET', '/user/sessions', { signal }),
});
