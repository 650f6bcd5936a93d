import { recoveryRoutes } from '@casement/proto/http/install/recovery.routes.js';
import { call } from '@/lib/api/api-client.js';
import { useInvalidatingMutation } from '@/lib/api/use-invalidating-mutation.js';
import { installKeys } from '../api.js';

const useOrder = (order: 'startWindows' | 'removeRecovery') =>
  useInvalidatingMutation(
    [installKeys.all],
    (id: string) => call(recoveryRoutes[order], { params: { id } }),
    { invalidateOnError: true },
  );

export const useStartWindows = () => useOrder('startWindows');
export const useRemoveRecovery = () => useOrder('removeRecovery');
