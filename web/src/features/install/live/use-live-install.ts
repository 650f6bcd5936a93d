import type { InstallLive, InstallRecord } from '@casement/proto/http/install.js';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { installKeys } from '../api.js';
import { isActive } from '../phases.js';

const NO_LINES: readonly string[] = [];

/**
 * An install under way as its stream tells it, between the answers of the polling and instead of them where they
 * are older. The polling goes on beside it: where there is no stream, it is all there is.
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
    let gone = false;
    let stop: () => void = () => undefined;
    const refetch = () => void queries.invalidateQueries({ queryKey: installKeys.all });
    // Not needed before something runs: its code comes then.
    void import('./follow.js').then(({ follow }) => {
      if (gone) return;
      stop = follow(`/user/install/${id}/events`, ({ event, data }) => {
        if (event === 'install') setLive(JSON.parse(data) as InstallLive);
        if (event === 'end') refetch();
      });
    });
    const onFocus = () => {
      if (document.visibilityState === 'visible') refetch();
    };
    document.addEventListener('visibilitychange', onFocus);
    return () => {
      gone = true;
      stop();
      document.removeEventListener('visibilitychange', onFocus);
    };
  }, [id, watched, queries]);

  if (!watched || live?.id !== id) return { install, log: NO_LINES };
  const { log, ...fields } = live;
  const older = Date.parse(fields.updated_at) < Date.parse(install.updated_at);
  // Its end is told by the record itself, with everything that belongs to it.
  const ended = !isActive(fields);
  return { install: older || ended ? install : { ...install, ...fields }, log };
}
