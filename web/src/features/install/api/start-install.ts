import type { InstallRecord, InstallRequest } from '@casement/proto/http/install.js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api-client.js';
import { installKeys } from './install-history-query.js';

/** POST /user/install. It holds 1 quota, so what shows the quota is `alsoStale`. */
export function useStartInstall(alsoStale: readonly unknown[]) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: InstallRequest) => call<InstallRecord>('POST', '/user/install', { body }),
    // A lost answer may be that of an install which was started.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: installKeys.all });
      void queries.invalidateQueries({ queryKey: alsoStale });
    },
  });
}
