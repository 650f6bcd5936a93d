import type { InstallRecord } from '@casement/proto/http/install.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEnvelope } from '@/lib/api-client.js';
import { installKeys } from './install-history-query.js';

/** POST /user/install/{id}/cancel, before the commit; after it a refusal that says why. */
export function useCancelInstall() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      callEnvelope<InstallRecord>('POST', `/user/install/${id}/cancel`, { body: {} }),
    // Also where it was refused or the answer was lost: the record shows where it stands.
    onSettled: () => queries.invalidateQueries({ queryKey: installKeys.all }),
  });
}
