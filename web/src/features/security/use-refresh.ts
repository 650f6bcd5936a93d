import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '@/lib/api/api-error.js';
import { t } from '@/messages/i18n.js';
import { toast } from '@/lib/toast/toast.js';
import { securityMessages } from '@/messages/admin/security/security.js';
import { commonMessages } from '@/messages/common.js';
import { securityKey } from './security-key.js';

/** Refetches all data on the screen (SPEC §2: Refresh All). */
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
