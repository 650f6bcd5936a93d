import { queryOptions, skipToken } from '@tanstack/react-query';

/**
 * The codes that came with enabling. The server never gives them again, so they outlive the section that shows them:
 * until they are kept, or the admin area is left and its memory with it.
 */
export const recoveryCodesQuery = queryOptions<string[]>({
  queryKey: ['admin-2fa', 'recovery-codes'] as const,
  queryFn: skipToken,
  gcTime: Infinity,
});
