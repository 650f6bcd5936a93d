import type { DetectionRule } from '@casement/proto/http/security/rules.js';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { securityKeys } from './security-keys.js';

const rulesKey = [...securityKeys.all, 'rules'] as const;

/** GET /security/rules: all of them, by name. */
export const rulesQuery = queryOptions({
  queryKey: rulesKey,
  queryFn: ({ signal }) => call<DetectionRule[]>('GET', '/security/rules', { signal }),
});

/** PATCH /security/rules/{name}: on, tried out, or off. */
export function useSetRuleMode() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ name, mode }: Pick<DetectionRule, 'name' | 'mode'>) =>
      call<DetectionRule>('PATCH', `/security/rules/${encodeURIComponent(name)}`, {
        body: { mode },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: rulesKey }),
  });
}
