import type { InstallLive, InstallRecord } from '@casement/proto/http/install/install.js';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isActive } from '@/lib/installs/phases.js';
import { installKeys } from './api.js';

const NO_LINES: readonly string[] = [];

/**
 * Returns a running install as reported by its stream, replacing older polled responses. Polling continues in
 * parallel as the fallback for a missing stream.
 */
export function useLiveInstall(install: InstallRecord): {
  install: InstallRecord;
  log: readonly string[];
} {
  const queries = useQueryClient();
  const [live, setLive] = useState<InstallLive | null>(null);
  const { id } = install;
  const watched = isActive(install);

  useEffect(() => {
    if (!watched) return;
    let cancelled = false;
    let stop: () => void = () => undefined;
    const refetch = () => void queries.invalidateQueries({ queryKey: installKeys.all });
    // Loaded on demand because it is only needed while an install runs. Polling continues if that fails.
    void import('@/lib/live/follow.js').then(
      ({ follow }) => {
        if (cancelled) return;
        stop = follow(`/user/install/${id}/events`, ({ event, data }) => {
          if (event === 'install') setLive(JSON.parse(data) as InstallLive);
          if (event === 'end') refetch();
        });
      },
      () => undefined,
    );
    const onFocus = () => {
      if (document.visibilityState === 'visible') refetch();
    };
    document.addEventListener('visibilitychange', onFocus);
    return () => {
      cancelled = true;
      stop();
      document.removeEventListener('visibilitychange', onFocus);
    };
  }, [id, watched, queries]);

  if (!watched || live?.id !== id) return { install, log: NO_LINES };
  const { log, ...fields } = live;
  const older = Date.parse(fields.updated_at) < Date.parse(install.updated_at);
  // The end is taken from the complete record instead of the stream.
  const ended = !isActive(fields);
  return { install: older || ended ? install : { ...install, ...fields }, log };
}
