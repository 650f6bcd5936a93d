import { securityRoutes } from '@casement/proto/http/security/security.routes.js';
import type { DetectionRule } from '@casement/proto/http/security/rules.js';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api/api-client.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';
import { securityKey } from '../security-key.js';

/** All rules, sorted by name. */
export const rulesQuery = queryOptions({
  queryKey: [...securityKey, 'rules'],
  queryFn: ({ signal }) => call(securityRoutes.rules, { signal }),
});

export const useSetRuleMode = () =>
  useInvalidatingMutation(
    [rulesQuery.queryKey],
    ({ name, mode }: Pick<DetectionRule, 'name' | 'mode'>) =>
      call(securityRoutes.updateRule, { params: { name }, body: { mode } }),
    { invalidateOnError: true },
  );
