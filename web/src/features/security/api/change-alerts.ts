import type { ClearAlertsRequest, ClearedAlerts } from '@casement/proto/http/security/alerts.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { securityKeys } from './security-keys.js';

/** DELETE /security/alerts/{id}. */
export function useDeleteAlert() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call<null>('DELETE', `/security/alerts/${id}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: securityKeys.all }),
  });
}

/** DELETE /security/alerts/clear. */
export function useClearAlerts() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ClearAlertsRequest) =>
      call<ClearedAlerts | null>('DELETE', '/security/alerts/clear', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: securityKeys.all }),
  });
}
