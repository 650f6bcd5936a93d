import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/lib/api-error.js';
import { t } from '@/lib/messages.js';
import { toast } from '@/lib/toast.js';
import { commonMessages } from '@/messages/common.js';
import { securityMessages } from '@/messages/security.js';
import { securityKey } from './security-key.js';

/** Loads everything on the screen again (SPEC §2: Refresh All). */
export function useRefresh(): { refresh: () => Promise<void>; refreshing: boolean } {
  const queries = useQueryClient();
  const [refreshing, setRefreshing] = useState(false);
  const refresh = async () => {
    setRefreshing(true);
    try {
      await queries.refetchQueries(
        { queryKey: securityKey, type: 'active' },
        { throwOnError: true },
      );
    } catch (error) {
      const description = messageOf(error, t(commonMessages).pleaseTryAgain);
      const title = t(securityMessages).blocked.refreshFailed;
      toast({ title, description, tone: 'destructive' });
    } finally {
      setRefreshing(false);
    }
  };
  return { refresh, refreshing };
}
