import type { RecoveryRecord, RecoveryType } from '@casement/proto/http/security/recovery.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { securityKeys } from './security-keys.js';

export interface Recovery {
  ip: string;
  recoveryType: RecoveryType;
  reason: string;
}

/** POST /security/recovery/trigger. */
export function useTriggerRecovery() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Recovery) =>
      call<RecoveryRecord>('POST', '/security/recovery/trigger', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: securityKeys.all }),
  });
}

/** POST /security/recovery/cancel. The history is read anew when it fails too: it may have ended meanwhile. */
export function useCancelRecovery() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call<unknown>('POST', '/security/recovery/cancel', { body: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: securityKeys.all }),
  });
}

/** POST /security/recovery/{id}/retry. */
export function useRetryRecovery() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call<unknown>('POST', `/security/recovery/${id}/retry`),
    onSettled: () => queries.invalidateQueries({ queryKey: securityKeys.all }),
  });
}
