import type { InstallMonitoring } from '@casement/proto/http/install.js';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { monitoringQuery } from './api.js';

/** Replaces the last answer by the stream's events; polling continues in parallel. */
export function useLiveMonitoring(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let gone = false;
    let stop: () => void = () => undefined;
    void import('@/lib/live/follow.js').then(({ follow }) => {
      if (gone) return;
      stop = follow('/admin/install-monitoring/events', ({ event, data }) => {
        if (event !== 'monitoring') return;
        queries.setQueryData(monitoringQuery.queryKey, JSON.parse(data) as InstallMonitoring);
      });
    });
    return () => {
      gone = true;
      stop();
    };
  }, [queries]);
}
